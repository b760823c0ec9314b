import { changes } from '@gatehouse/contract/changes.ts';
import { type Draft, type DraftDiff, drafts } from '@gatehouse/contract/drafts.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { useQuery } from '@tanstack/react-query';
import { Diff } from 'lucide-react';
import { keyOf, send, useRead } from '../../api.ts';
import { RevertButton } from '../../history/change.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { FailurePanel } from '../../session/failure-panel.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { Approval } from './approval.tsx';
import { ObjectChanges, Requests } from './object-changes.tsx';
import { Publish } from './publish.tsx';
import { Schedule } from './schedule.tsx';
import { OnTrial, TakenBack, useServerEnd } from './trial.tsx';

/** The differences to the live configuration, as they are now. */
export const Comparison = () => {
  const draft = useEntity<Draft>();
  const { id, publishedAt } = draft;
  const input = { params: { id } };
  useServerEnd(draft);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(drafts.readDiff, input, 'management'),
    queryFn: () => send(drafts.readDiff, input),
    staleTime: 0,
    retry: false,
    meta: { hideErrors: true },
  });
  if (error) return <FailurePanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <DelayedLoading />;
  if (publishedAt !== null) return <Published draft={draft} diff={data} />;
  return <Open draft={draft} diff={data} />;
};

const Published = ({ draft, diff }: { draft: Draft; diff: DraftDiff }) => {
  const t = useT();
  const { changeId, isUndone } = draft;
  const { data: change } = useRead(
    changes.read,
    { params: { id: changeId ?? '' } },
    { enabled: changeId !== null, hideErrors: true },
  );
  return (
    <Stack gap={4}>
      <TakenBack draft={draft} />
      <OnTrial draft={draft} />
      <Callout
        tone={isUndone ? 'warning' : 'success'}
        title={t(isUndone ? 'drafts.was_undone' : 'drafts.was_published')}
        action={
          change && (
            <Row>
              <Button size="small" href={paths.change(change.id)}>
                {t('history.view')}
              </Button>
              {!isUndone && <RevertButton change={change} />}
            </Row>
          )
        }
      />
      <Requests requests={diff.requests} />
    </Stack>
  );
};

const Open = ({ draft, diff }: { draft: Draft; diff: DraftDiff }) => {
  const t = useT();
  const draftId = draft.schedule ? undefined : draft.id;
  const { requests, objects, failure } = diff;
  if (requests.length === 0)
    return <EmptyState icon={<Diff aria-hidden />}>{t('drafts.no_changes')}</EmptyState>;
  const shown = new Set(objects.flatMap(({ requestIds }) => requestIds));
  const others = requests.filter(({ id }) => !shown.has(id));
  return (
    <Stack gap={4}>
      <TakenBack draft={draft} />
      <Schedule draft={draft} />
      {failure && (
        <Callout tone="danger" title={t('drafts.refused')}>
          {failure.message}
        </Callout>
      )}
      {objects.map(object => (
        <ObjectChanges
          key={object.requestIds.join()}
          draftId={draftId}
          object={object}
          requests={requests.filter(({ id }) => object.requestIds.includes(id))}
        />
      ))}
      {others.length > 0 && <Requests draftId={draftId} requests={others} failedId={failure?.requestId} />}
      <Approval draft={draft} diff={diff} />
      <Publish draft={draft} diff={diff} />
    </Stack>
  );
};
