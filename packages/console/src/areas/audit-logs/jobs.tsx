import { type Job, jobNames, jobs } from '@gatehouse/contract/jobs.ts';
import { jobStates } from '@gatehouse/contract/user-jobs.ts';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { ListChecks } from 'lucide-react';
import { isCloud } from '../../bootstrap.ts';
import { useT } from '../../phrases.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { Schedules } from './schedules.tsx';
import { useAuditLogTabs } from './tabs.ts';

const tones = {
  waiting: 'neutral',
  running: 'accent',
  done: 'success',
  failed: 'danger',
  cancelled: 'neutral',
} as const;

const names = {
  webhook: 'audit_logs.jobs.names.webhook',
  'log-stream': 'audit_logs.jobs.names.log-stream',
  'backchannel-logout': 'applications.backchannel.title',
  'erased-pictures': 'audit_logs.jobs.names.erased_pictures',
  'shortened-sessions': 'audit_logs.jobs.schedules.sessions',
  'security-notice': 'audit_logs.jobs.names.security_notice',
  'draft-publish': 'audit_logs.jobs.names.draft_publish',
  'draft-trial': 'audit_logs.jobs.names.draft_trial',
  'users.import': 'audit_logs.jobs.names.users_import',
  'users.bulk': 'audit_logs.jobs.names.users_bulk',
  'users.forget-import': 'audit_logs.jobs.names.users_forget',
} as const;

/** Background jobs of this tenant and, in the self-hosted edition, scheduled jobs. */
export const JobList = () => {
  const t = useT();
  const tabs = useAuditLogTabs('jobs');
  const nameOf = ({ name }: Pick<Job, 'name'>) => t(names[name]);
  return (
    <EntityList
      row={jobs.list}
      words="audit_logs.jobs"
      pageTitle={t('audit_logs.title')}
      icon={ListChecks}
      illustration={<Illustration of="jobs" />}
      hasNoIds
      isLive
      tabs={tabs}
      nameOf={nameOf}
      below={!isCloud && <Schedules />}
      filters={[
        {
          name: 'name',
          label: t('audit_logs.jobs.job'),
          options: jobNames.map(name => ({ value: name, label: nameOf({ name }) })),
        },
        {
          name: 'state',
          label: t('audit_logs.jobs.state'),
          options: jobStates.map(value => ({ value, label: t(`audit_logs.jobs.states.${value}`) })),
        },
      ]}
      columns={[
        {
          id: 'job',
          header: t('audit_logs.jobs.job'),
          cell: ({ error, ...job }: Job) => (
            <>
              {nameOf(job)}
              {error && <Text tone="soft">{error}</Text>}
            </>
          ),
        },
        {
          id: 'state',
          header: t('audit_logs.jobs.state'),
          cell: ({ state }: Job) => (
            <Tag tone={tones[state]} hasDot>
              {t(`audit_logs.jobs.states.${state}`)}
            </Tag>
          ),
        },
        { id: 'attempts', header: t('audit_logs.jobs.attempts'), cell: ({ attempts }: Job) => attempts },
        {
          id: 'queued',
          header: t('audit_logs.jobs.queued'),
          cell: ({ createdAt }: Job) => <DateText value={createdAt} as="second" />,
        },
        {
          id: 'next',
          header: t('audit_logs.jobs.next'),
          cell: ({ dueAt, finishedAt }: Job) =>
            finishedAt === null ? <DateText value={dueAt} as="ago" /> : <Text tone="soft">–</Text>,
        },
      ]}
    />
  );
};
