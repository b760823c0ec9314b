import { type Application, applications } from '@gatehouse/contract/applications.ts';
import { useDelete } from '../../templates/use-delete.tsx';

export const useDeleteApplication = () =>
  useDelete({
    row: applications.delete,
    words: 'applications',
    params: ({ id }: Pick<Application, 'id' | 'name'>) => ({ id }),
    mustTypeName: true,
  });
