import { jobOutcomes, type UserJob, type UserJobResult, userJobs } from '@gatehouse/contract/user-jobs.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { Grid, Stack } from '@gatehouse/ui/layout.tsx';
import { Meter } from '@gatehouse/ui/meter.tsx';
import { Stat } from '@gatehouse/ui/stat.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useParams } from '@tanstack/react-router';
import { Ban, Download, ListChecks, Play } from 'lucide-react';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { wordsColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { saveFile } from '../../templates/save-file.ts';
import { isActive, toneOfState, useJobWords } from './job-words.ts';

const busyMs = 1000;

/** One job: how far it is while it runs, and what became of each line or person. */
export const UserJobPage = () => {
  const t = useT();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { titleOf } = useJobWords();
  const {
    data: job,
    failure,
    isMissing,
  } = useReadOrFailure(
    userJobs.readJob,
    { params: { id } },
    { everyMs: answer => (answer && isActive(answer) ? busyMs : false) },
  );
  if (isMissing) return <NotFound />;
  return (
    <DetailPage
      back={{ href: paths.userJobs(), label: t('users.jobs.title') }}
      name={job && titleOf(job)}
      failure={failure}
      icon={
        <EntityIcon size="large">
          <ListChecks />
        </EntityIcon>
      }
      tags={
        job && (
          <Tag tone={toneOfState[job.state]} hasDot>
            {t(`users.jobs.states.${job.state}`)}
          </Tag>
        )
      }
      actions={job && <JobActions job={job} />}
    >
      {job && <JobNotice job={job} />}
      {job && <JobCounts job={job} />}
      {job && !isActive(job) && <JobResults job={job} />}
    </DetailPage>
  );
};

const JobActions = ({ job }: { job: UserJob }) => {
  const t = useT();
  const goTo = useGoTo();
  const cancel = useWrite(userJobs.cancelJob);
  const run = useWrite(userJobs.runImport);
  const params = { id: job.id };
  if (isActive(job))
    return (
      <Button icon={<Ban />} isLoading={cancel.isPending} onClick={() => cancel.mutate({ params })}>
        {t('users.jobs.cancel')}
      </Button>
    );
  const importNow = async () => {
    const next = await run.mutateAsync({ params }).catch(() => undefined);
    if (next) goTo(paths.userJob(next.id));
  };
  return (
    <>
      {job.done > 0 && (
        <Button
          icon={<Download />}
          onClick={() => void saveFile(userJobs.exportJobResults, { params }, `report-${job.id}.csv`)}
        >
          {t('users.jobs.download')}
        </Button>
      )}
      {job.isDryRun && job.state === 'done' && job.created + job.updated > 0 && (
        <Button variant="primary" icon={<Play />} isLoading={run.isPending} onClick={() => void importNow()}>
          {t('users.jobs.import_now')}
        </Button>
      )}
    </>
  );
};

const JobNotice = ({ job }: { job: UserJob }) => {
  const t = useT();
  if (job.error) return <Callout tone="danger">{job.error}</Callout>;
  if (job.isDryRun && job.state === 'done')
    return <Callout tone="info">{t('users.jobs.dry_run_done')}</Callout>;
  if (isActive(job)) return <Callout tone="info">{t('users.jobs.goes_on')}</Callout>;
  return null;
};

const JobCounts = ({ job }: { job: UserJob }) => {
  const t = useT();
  const { progressOf } = useJobWords();
  return (
    <Card>
      <Stack>
        {isActive(job) && (
          <Stack gap={2}>
            <Text tone="soft">
              <span role="status">{progressOf(job)}</span>
            </Text>
            <Meter percent={job.total ? (100 * job.done) / job.total : 0} />
          </Stack>
        )}
        <Grid minWidth="120px">
          {jobOutcomes.map(outcome => (
            <Stat key={outcome} label={t(`users.jobs.outcomes.${outcome}`)} value={job[outcome]} />
          ))}
        </Grid>
      </Stack>
    </Card>
  );
};

const JobResults = ({ job }: { job: UserJob }) => {
  const t = useT();
  return (
    <EntityList
      row={userJobs.listJobResults}
      params={{ id: job.id }}
      words="users.jobs.results"
      icon={ListChecks}
      isTab
      hasNoIds
      nameOf={({ subject }) => subject}
      filters={[
        {
          name: 'outcome',
          label: t('users.jobs.outcome'),
          options: jobOutcomes.map(value => ({ value, label: t(`users.jobs.outcomes.${value}`) })),
        },
      ]}
      columns={[
        { id: 'row', header: t('users.jobs.line'), cell: ({ row }: UserJobResult) => row },
        { id: 'subject', header: t('users.user'), cell: ({ subject }: UserJobResult) => subject },
        {
          id: 'outcome',
          header: t('users.jobs.outcome'),
          cell: ({ outcome }: UserJobResult) => (
            <Tag tone={outcome === 'failed' ? 'danger' : 'neutral'}>
              {t(`users.jobs.outcomes.${outcome}`)}
            </Tag>
          ),
        },
        wordsColumn(t('users.jobs.reason'), 'message'),
      ]}
    />
  );
};
