import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAddressQuery } from '../link.tsx';
import { useKey } from '../use-key.ts';

export type PanelMoves = { onClose: () => void; onPrevious?: () => void; onNext?: () => void };

const nameInAddress = 'open';

/** The row that is open next to the list. It is in the URL, so that it can be linked. */
export const useOpenRow = () => {
  const [address, setAddress] = useAddressQuery();
  return {
    openId: address.get(nameInAddress) ?? undefined,
    open: (id: string | undefined) => setAddress({ [nameInAddress]: id }),
  };
};

type RowPanelProps<Item> = {
  items: readonly Item[] | undefined;
  draw: (item: Item, moves: PanelMoves) => ReactNode;
  /** The key of the list in the cache, which a row of another page is kept below. */
  listKey: readonly unknown[];
  /** Reads a row that another page of the list has. */
  read?: (id: string) => Promise<Item | undefined>;
};

/** The panel of the open row. `J` and `K` go to the next and to the previous one. */
export const RowPanel = <Item extends { id: string }>({
  items,
  draw,
  listKey,
  read,
}: RowPanelProps<Item>) => {
  const { openId, open } = useOpenRow();
  const listed = items?.findIndex(({ id }) => id === openId) ?? -1;
  const isElsewhere = items !== undefined && listed < 0;
  const { data: other } = useQuery({
    queryKey: [...listKey, { open: openId }],
    queryFn: async () => (await read?.(openId ?? '')) ?? null,
    enabled: isElsewhere && openId !== undefined && read !== undefined,
    meta: { hideErrors: true },
  });
  const item = items?.[listed] ?? (isElsewhere && other?.id === openId ? other : undefined);
  const moveTo = (to: Item | undefined) => (item && to ? () => open(to.id) : undefined);
  const onPrevious = moveTo(items?.[listed - 1]);
  const onNext = moveTo(items?.[listed + 1]);
  useKey('j', () => onNext?.());
  useKey('k', () => onPrevious?.());
  return item && draw(item, { onClose: () => open(undefined), onPrevious, onNext });
};
