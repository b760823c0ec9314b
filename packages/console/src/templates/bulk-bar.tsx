import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { SelectionBar } from '@gatehouse/ui/selection-bar.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { type ReactNode, useState } from 'react';
import { useT } from '../phrases.tsx';
import { describeFailure } from '../session/report-errors.tsx';
import type { useSelection } from './use-selection.ts';

/** Something that is done with several things at once. */
export type BulkAction<Item> =
  | BulkRun<Item>
  | (Named<Item> &
      Confirmed & {
        /** Starts a background job, which can apply to everything that matches. */
        start: (chosen: Chosen<Item>) => Promise<unknown>;
      })
  | (Named<Item> & { dialog: (chosen: Chosen<Item>, onClose: () => void) => ReactNode });

/** Done here, one after the other. */
export type BulkRun<Item> = Named<Item> &
  Confirmed & {
    /** Answers with what failed. */
    run: (items: Item[], onProgress: (done: number) => void) => Promise<Error[]>;
  };

type Named<Item> = {
  label: string;
  icon: ReactNode;
  isDanger?: boolean;
  isAllowed?: (item: Item) => boolean;
};

type Confirmed = {
  /** The consequence of the action. */
  text: string;
  /** Before an action that cannot be undone, the user must type the number of rows. */
  mustTypeCount?: boolean;
};

/** These things, or everything that the list asks for. */
export type Chosen<Item> = { count: number } & (
  | { items: Item[]; query?: undefined }
  | { query: Record<string, unknown> }
);

type BulkBarProps<Item extends { id: string }> = {
  selection: ReturnType<typeof useSelection<Item>>;
  actions: readonly BulkAction<Item>[];
  onDialog: (draw: (onClose: () => void) => ReactNode) => void;
  /** The query of the list, and the number of rows on all its pages. */
  query: Record<string, unknown>;
  total: number;
};

/** The chosen rows of a list and what can be done with them: asks, does it one by one, says what came of it. */
export const BulkBar = <Item extends { id: string }>({
  selection,
  actions,
  onDialog,
  query,
  total,
}: BulkBarProps<Item>) => {
  const t = useT();
  const confirm = useConfirm();
  const toast = useToast();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [isEverything, setIsEverything] = useState(false);
  const clear = () => {
    setIsEverything(false);
    selection.clear();
  };

  const start = async (action: BulkAction<Item>) => {
    const items = selection.items.filter(item => action.isAllowed?.(item) ?? true);
    const chosen: Chosen<Item> = isEverything ? { query, count: total } : { items, count: items.length };
    const { count } = chosen;
    if (count === 0) return toast.error(t('bulk.none'));
    if ('dialog' in action) {
      return onDialog(onClose =>
        action.dialog(chosen, () => {
          onClose();
          clear();
        }),
      );
    }
    const [isConfirmed] = await confirm({
      title: t('bulk.title', { action: action.label, count }),
      body: action.text,
      confirmLabel: action.label,
      isDanger: action.isDanger,
      nameToType: action.mustTypeCount ? String(count) : undefined,
    });
    if (!isConfirmed) return;
    if ('start' in action) {
      // The failed requests have reported the error; the selection stays.
      await action.start(chosen).then(clear, () => undefined);
      return;
    }
    const failures = await action.run(items, done => setProgress({ done, total: count }));
    setProgress(undefined);
    clear();
    const done = count - failures.length;
    if (done > 0) toast.success(t('bulk.done', { action: action.label, count: done }));
    const [first] = failures;
    if (first) toast.error(t('bulk.failed', { count: failures.length, reason: describeFailure(first, t) }));
  };
  const chosenCount = selection.items.length;
  if (chosenCount === 0) return null;
  const canBeEverything = total > chosenCount && actions.every(action => !('run' in action));
  return (
    <SelectionBar
      count={isEverything ? total : chosenCount}
      hiddenCount={isEverything ? 0 : selection.hiddenCount}
      progress={progress}
      onClear={clear}
      more={
        canBeEverything && !isEverything
          ? { label: t('bulk.everything', { count: total }), onSelect: () => setIsEverything(true) }
          : undefined
      }
      actions={actions.map(action => ({
        label: action.label,
        icon: action.icon,
        isDanger: action.isDanger,
        onSelect: () => void start(action),
      }))}
    />
  );
};
