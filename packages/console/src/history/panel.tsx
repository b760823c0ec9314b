import { type Change, changes } from '@gatehouse/contract/changes.ts';
import type { EntityKind } from '@gatehouse/contract/entities.ts';
import { shortMoment } from '@gatehouse/phrases/formatters.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Drawer } from '@gatehouse/ui/drawer.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Timeline } from '@gatehouse/ui/timeline.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { keyOf, send } from '../api.ts';
import { useBackCloses } from '../back-closes.ts';
import { paths } from '../paths.ts';
import { useTranslation } from '../phrases.tsx';
import { FailurePanel } from '../session/failure-panel.tsx';
import { ChangedFields, ChangeIcon, nameOfObject, RevertButton, titleOfChange } from './change.tsx';
import { useKindWords } from './kind-words.ts';
import { partOfBatch } from './part-of-batch.ts';

const pageSize = 20;

type HistoryPanelProps = { kinds: readonly EntityKind[]; id?: string; onClose: () => void };

/**
 * All changes with author and time, field by field. Each can be undone; one that a draft or a bundle made together with
 * others is undone where all of them are shown.
 */
export const HistoryPanel = ({ kinds, id, onClose }: HistoryPanelProps) => {
  const { t, language } = useTranslation();
  const describe = useKindWords();
  useBackCloses(onClose);
  const query = { objectKind: [...kinds], objectId: id, withBatches: 'true' };
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: keyOf(changes.list, { query }, 'management'),
    queryFn: ({ pageParam: page }) => send(changes.list, { query, page, pageSize }),
    initialPageParam: 1,
    getNextPageParam: ([, total], pages) => (pages.length * pageSize < total ? pages.length + 1 : undefined),
    meta: { hideErrors: true },
  });
  const isBatch = ({ objectKind }: Change) => !kinds.some(kind => kind === objectKind);
  const about = (change: Change) => {
    const name = nameOfObject(change, t);
    return kinds.length > 1 || isBatch(change) ? [describe(change.objectKind), ...(name ? [name] : [])] : [];
  };
  const items = data?.pages.flatMap(([page]) => page);
  return (
    <Drawer isOpen onClose={onClose} title={t('history.title')}>
      {error && <FailurePanel error={error} onRetry={() => void refetch()} />}
      {!items && !error && <DelayedLoading />}
      {items?.length === 0 && <EmptyState icon={<History aria-hidden />}>{t('history.empty')}</EmptyState>}
      {items && items.length > 0 && (
        <Timeline
          entries={items.map(change => ({
            id: change.id,
            title: titleOfChange(change, t),
            when: [shortMoment(change.createdAt, language), ...about(change)].join(' · '),
            dateTime: new Date(change.createdAt).toISOString(),
            icon: <ChangeIcon change={change} />,
            content: (
              <ChangedFields
                kind={isBatch(change) ? (kinds[0] ?? '') : change.objectKind}
                fields={isBatch(change) ? partOfBatch(change, kinds, id) : change.fields}
              />
            ),
            action: isBatch(change) ? (
              <Button size="small" href={paths.change(change.id)}>
                {t('history.view')}
              </Button>
            ) : (
              <RevertButton change={change} />
            ),
          }))}
        />
      )}
      {hasNextPage && (
        <Button variant="quiet" onClick={() => void fetchNextPage()} isLoading={isFetchingNextPage}>
          {t('history.show_more')}
        </Button>
      )}
    </Drawer>
  );
};
