import type { Role } from '@gatehouse/contract/role.ts';
import { roles } from '@gatehouse/contract/roles.ts';
import { useDelete } from '../../templates/use-delete.tsx';
import { isBuiltIn } from './built-in.ts';

export const useDeleteRole = () =>
  useDelete({
    row: roles.delete,
    words: 'roles',
    params: ({ id }: Role) => ({ id }),
    isAllowed: role => !isBuiltIn(role),
  });
