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
};

/** The panel of the open row. `J` and `K` go to the next and to the previous one. */
export const RowPanel = <Item extends { id: string }>({ items = [], draw }: RowPanelProps<Item>) => {
  const { openId, open } = useOpenRow();
  const index = items.findIndex(({ id }) => id === openId);
  const item = items[index];
  const moveTo = (to: Item | undefined) => item && to && (() => open(to.id));
  const onPrevious = moveTo(items[index - 1]);
  const onNext = moveTo(items[index + 1]);
  useKey('j', () => onNext?.());
  useKey('k', () => onPrevious?.());
  return item && draw(item, { onClose: () => open(undefined), onPrevious, onNext });
};
