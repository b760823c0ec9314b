import { type Organization, organizations } from '@gatehouse/contract/organizations.ts';
import { useDelete } from '../../templates/use-delete.tsx';

export const useDeleteOrganization = () =>
  useDelete({
    row: organizations.delete,
    words: 'organizations',
    params: ({ id }: Organization) => ({ id }),
    mustTypeName: true,
  });
