import { changes } from '@gatehouse/contract/changes.ts';
import { shortMoment } from '@gatehouse/phrases/formatters.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Drawer } from '@gatehouse/ui/drawer.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { ErrorPanel } from '@gatehouse/ui/error-panel.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Timeline } from '@gatehouse/ui/timeline.tsx';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../api.ts';
import { useSpeech } from '../phrases.tsx';
import { useBackCloses } from '../shell/back-closes.ts';
import { describeFailure } from '../shell/report-errors.tsx';
import { ChangedFields, ChangeIcon, RevertButton, titleOfChange } from './change.tsx';

const step = 20;

/** Who changed what and when, field by field; a change can be undone. */
export const HistoryPanel = ({ kind, id, onClose }: { kind: string; id: string; onClose: () => void }) => {
  const { t, language } = useSpeech();
  useBackCloses(onClose);
  const [pageSize, setPageSize] = useState(step);
  const { data, error, refetch } = useRead(
    changes.list,
    { query: { objectKind: kind, objectId: id }, page: 1, pageSize },
    { hideErrors: true, keepPrevious: true },
  );
  const [items, total] = data ?? [];
  return (
    <Drawer isOpen onClose={onClose} title={t('history.title')}>
      {error && <ErrorPanel message={describeFailure(error, t)} onRetry={() => void refetch()} />}
      {!items && !error && <DelayedLoading />}
      {items?.length === 0 && <EmptyState icon={<History aria-hidden />}>{t('history.empty')}</EmptyState>}
      {items && items.length > 0 && (
        <Timeline
          entries={items.map(change => ({
            id: change.id,
            title: titleOfChange(change, t),
            when: shortMoment(change.createdAt, language),
            dateTime: new Date(change.createdAt).toISOString(),
            icon: <ChangeIcon change={change} />,
            content: <ChangedFields fields={change.fields} />,
            action: <RevertButton change={change} />,
          }))}
        />
      )}
      {items && total !== undefined && total > items.length && pageSize < 100 && (
        <Button variant="quiet" onClick={() => setPageSize(pageSize + step)}>
          {t('history.show_more')}
        </Button>
      )}
    </Drawer>
  );
};
