import { connectors } from '@gatehouse/contract/connectors.ts';
import { useDelete } from '../../templates/use-delete.tsx';

export const useDeleteConnector = () =>
  useDelete({
    row: connectors.delete,
    words: 'connectors',
    params: ({ id }: { id: string; name: string }) => ({ id }),
  });
