import { type Resource, resources } from '@gatehouse/contract/resources.ts';
import { useDelete } from '../../templates/use-delete.tsx';
import { isManagementApi } from './management-api.ts';

export const useDeleteApiResource = () =>
  useDelete({
    row: resources.delete,
    words: 'api_resources',
    params: ({ id }: Resource) => ({ id }),
    values: ({ indicator }) => ({ indicator }),
    isAllowed: resource => !isManagementApi(resource),
  });
