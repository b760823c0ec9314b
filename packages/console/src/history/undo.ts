import { changes } from '@gatehouse/contract/changes.ts';
import { queryClient, send } from '../api.ts';
import { router } from '../router.tsx';

/** Takes changes back, the last one first. The page of a thing that is gone by that is left for the list above it. */
export const undoChanges = async (ids: readonly string[]) => {
  try {
    for (const id of ids.toReversed()) {
      const { summary, objectId } = await send(changes.revert, { params: { id } });
      const { pathname } = window.location;
      const place = pathname.indexOf(`/${objectId}`);
      if (summary === 'delete' && place > 0) router.history.push(pathname.slice(0, place));
    }
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['management'] });
  }
};
