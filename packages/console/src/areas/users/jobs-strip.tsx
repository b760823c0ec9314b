import { type UserJob, userJobs } from '@gatehouse/contract/user-jobs.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Link } from '@gatehouse/ui/link.tsx';
import { Meter } from '@gatehouse/ui/meter.tsx';
import { useEffect, useRef, useState } from 'react';
import { refreshSegment, useRead } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { isActive, useJobWords } from './job-words.ts';

const shownJobs = 5;
const busyMs = 1000;
const restMs = 20_000;

/** Bulk jobs that are running, and those that finished while the page was open. */
export const JobsStrip = () => {
  const t = useT();
  const { titleOf, progressOf, outcomeOf } = useJobWords();
  const [openedAt] = useState(Date.now);
  const { data } = useRead(
    userJobs.listJobs,
    { page: 1, pageSize: shownJobs },
    { hideErrors: true, everyMs: answer => (answer?.[0].some(isActive) ? busyMs : restMs) },
  );
  const jobs = data?.[0] ?? [];
  useRefreshWhenDone(data && jobs);
  const shown = jobs.filter(job => isActive(job) || (job.finishedAt ?? 0) > openedAt);
  return shown.map(job => (
    <Callout
      key={job.id}
      tone={isActive(job) ? 'info' : job.state === 'done' ? 'success' : 'warning'}
      title={titleOf(job)}
      action={<Link href={paths.userJob(job.id)}>{t('users.jobs.open')}</Link>}
    >
      {isActive(job) ? (
        <Stack gap={2}>
          <span>{progressOf(job)}</span>
          <Meter percent={job.total ? (100 * job.done) / job.total : 0} />
        </Stack>
      ) : (
        `${t(`users.jobs.states.${job.state}`)}: ${outcomeOf(job)}`
      )}
    </Callout>
  ));
};

/** The list shows what a job has left. */
const useRefreshWhenDone = (jobs: UserJob[] | undefined) => {
  const ended = jobs
    ?.filter(job => !isActive(job))
    .map(({ id }) => id)
    .join(' ');
  const known = useRef(ended);
  useEffect(() => {
    if (ended === undefined || known.current === ended) return;
    if (known.current !== undefined) void refreshSegment('users');
    known.current = ended;
  }, [ended]);
};
