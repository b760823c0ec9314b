import { type User, users } from '@gatehouse/contract/users.ts';
import { nameOfPerson } from '../../templates/person.tsx';
import { useDelete } from '../../templates/use-delete.tsx';

export const useDeleteUser = () =>
  useDelete({
    row: users.delete,
    words: 'users',
    params: ({ id }: User) => ({ userId: id }),
    nameOf: nameOfPerson,
    mustTypeName: true,
  });
