import { type Draft, drafts } from '@gatehouse/contract/drafts.ts';
import { useDelete } from '../../templates/use-delete.tsx';

export const useDeleteDraft = () =>
  useDelete({
    row: drafts.delete,
    words: 'drafts',
    params: ({ id }: Draft) => ({ id }),
    // Without the draft, nothing would undo its changes.
    isAllowed: ({ trial }: Draft) => trial === null,
  });
