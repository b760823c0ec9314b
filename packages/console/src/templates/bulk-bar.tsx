import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { SelectionBar } from '@gatehouse/ui/selection-bar.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { type ReactNode, useState } from 'react';
import { useT } from '../phrases.tsx';
import { describeFailure } from '../shell/report-errors.tsx';
import type { useSelection } from './use-selection.ts';

/** Something that is done with several things at once. */
export type BulkAction<Item> = {
  label: string;
  icon: ReactNode;
  isDanger?: boolean;
  isAllowed?: (item: Item) => boolean;
} & (
  | {
      /** What will happen. */
      text: string;
      /** What cannot be undone is done only by those who can say how many. */
      mustTypeCount?: boolean;
      /** Answers with what failed. */
      run: (items: Item[], onProgress: (done: number) => void) => Promise<Error[]>;
    }
  | { dialog: (items: Item[], onClose: () => void) => ReactNode }
);

type BulkBarProps<Item extends { id: string }> = {
  selection: ReturnType<typeof useSelection<Item>>;
  actions: readonly BulkAction<Item>[];
  onDialog: (draw: (onClose: () => void) => ReactNode) => void;
};

/** The chosen rows of a list and what can be done with them: asks, does it one by one, says what came of it. */
export const BulkBar = <Item extends { id: string }>({
  selection,
  actions,
  onDialog,
}: BulkBarProps<Item>) => {
  const t = useT();
  const confirm = useConfirm();
  const toast = useToast();
  const [progress, setProgress] = useState<{ done: number; total: number }>();

  const start = async (action: BulkAction<Item>) => {
    const items = selection.items.filter(item => action.isAllowed?.(item) ?? true);
    const total = items.length;
    if (total === 0) return toast.error(t('bulk.none'));
    if ('dialog' in action) {
      return onDialog(onClose =>
        action.dialog(items, () => {
          onClose();
          selection.clear();
        }),
      );
    }
    const [isConfirmed] = await confirm({
      title: t('bulk.title', { action: action.label, count: total }),
      body: action.text,
      confirmLabel: action.label,
      isDanger: action.isDanger,
      nameToType: action.mustTypeCount ? String(total) : undefined,
    });
    if (!isConfirmed) return;
    const failures = await action.run(items, done => setProgress({ done, total }));
    setProgress(undefined);
    selection.clear();
    const done = total - failures.length;
    if (done > 0) toast.success(t('bulk.done', { action: action.label, count: done }));
    const [first] = failures;
    if (first) toast.error(t('bulk.failed', { count: failures.length, reason: describeFailure(first, t) }));
  };
  if (selection.items.length === 0) return null;
  return (
    <SelectionBar
      count={selection.items.length}
      progress={progress}
      onClear={selection.clear}
      actions={actions.map(action => ({
        label: action.label,
        icon: action.icon,
        isDanger: action.isDanger,
        onSelect: () => void start(action),
      }))}
    />
  );
};
