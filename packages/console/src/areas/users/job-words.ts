import type { UserJob } from '@gatehouse/contract/user-jobs.ts';
import type { Tone } from '@gatehouse/ui/tag.tsx';
import { useT } from '../../phrases.tsx';

export const isActive = ({ finishedAt }: UserJob) => finishedAt === null;

export const toneOfState: Record<UserJob['state'], Tone> = {
  waiting: 'neutral',
  running: 'accent',
  done: 'success',
  failed: 'danger',
  cancelled: 'warning',
};

/** The title and the progress of a job, as text. */
export const useJobWords = () => {
  const t = useT();
  const titleOf = ({ kind, isDryRun, fileName }: UserJob) => {
    if (kind !== 'import') return t(`users.jobs.kinds.${kind}`);
    return t(isDryRun ? 'users.jobs.check_of' : 'users.jobs.import_of', {
      file: fileName ?? t('users.jobs.a_file'),
    });
  };
  const progressOf = ({ done, total }: UserJob) =>
    total === null ? t('users.jobs.states.waiting') : t('users.jobs.progress', { done, total });
  const outcomeOf = (job: UserJob) =>
    (['created', 'updated', 'skipped', 'failed'] as const)
      .filter(outcome => job[outcome] > 0)
      .map(outcome => t(`users.jobs.outcome_counts.${outcome}`, { count: job[outcome] }))
      .join(' · ') || t('users.jobs.nobody');
  return { titleOf, progressOf, outcomeOf };
};
