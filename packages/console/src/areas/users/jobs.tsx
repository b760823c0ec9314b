import { type UserJob, userJobs } from '@gatehouse/contract/user-jobs.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { ListChecks } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { dateColumn, tagsColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { toneOfState, useJobWords } from './job-words.ts';

/** The list of bulk jobs. */
export const UserJobList = () => {
  const t = useT();
  const { titleOf, outcomeOf } = useJobWords();
  return (
    <EntityList
      row={userJobs.listJobs}
      words="users.jobs"
      icon={ListChecks}
      illustration={<Illustration of="jobs" />}
      hasNoIds
      nameOf={titleOf}
      create={{ label: t('users.import.title'), href: paths.importUsers() }}
      rowHref={({ id }) => paths.userJob(id)}
      columns={[
        { id: 'title', header: t('users.jobs.job'), cell: titleOf },
        { id: 'by', header: t('users.jobs.by'), cell: ({ createdBy }: UserJob) => createdBy },
        { id: 'outcome', header: t('users.jobs.outcome'), cell: outcomeOf },
        dateColumn(t('users.jobs.begun'), 'createdAt'),
        tagsColumn(t('users.status'), ({ state }: UserJob) => (
          <Tag tone={toneOfState[state]} hasDot>
            {t(`users.jobs.states.${state}`)}
          </Tag>
        )),
      ]}
    />
  );
};
