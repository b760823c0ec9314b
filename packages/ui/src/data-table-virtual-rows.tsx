import { useVirtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, type ReactNode, useRef } from 'react';

const estimatedRowPx = 56;

type VirtualRowsProps = {
  count: number;
  columnCount: number;
  drawRow: (index: number, attributes: ComponentProps<'tr'>) => ReactNode;
};

/** The rows in sight, between two empty rows as high as those above and below; the frame around the table scrolls. */
export function VirtualRows({ count, columnCount, drawRow }: VirtualRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => body.current?.closest('div') ?? null,
    estimateSize: () => estimatedRowPx,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody ref={body}>
      <Gap height={before} columnCount={columnCount} />
      {items.map(item =>
        drawRow(item.index, {
          ref: virtualizer.measureElement,
          'aria-rowindex': item.index + 2,
          ...indexAttribute(item.index),
        }),
      )}
      <Gap height={after} columnCount={columnCount} />
    </tbody>
  );
}

/** The virtualizer reads a row's place from its element. */
const indexAttribute = (index: number) => ({ 'data-index': index });

function Gap({ height, columnCount }: { height: number; columnCount: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columnCount} style={{ blockSize: height, padding: 0, border: 0 }} />
    </tr>
  );
}
