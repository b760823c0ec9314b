import { jobs, type Schedule } from '@gatehouse/contract/jobs.ts';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Section } from '@gatehouse/ui/section.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Play } from 'lucide-react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { WriteButton } from '../../templates/write-button.tsx';

const refreshMs = 5000;

const known = [
  'purge',
  'erasures',
  'sealing',
  'sessions',
  'client-registrations',
  'interactions',
  'domains',
  'log-streams',
  'webhooks',
  'enterprise-sso',
  'saml-metadata',
  'saml-certificates',
  'sms',
  'billing',
] as const;

/** Recurring jobs of the server. Each can also be started manually at any time. */
export const Schedules = () => {
  const t = useT();
  const toast = useToast();
  const run = useWrite(jobs.runSchedule);
  const { data, failure } = useReadOrFailure(jobs.listSchedules, {}, { everyMs: () => refreshMs });
  const nameOf = ({ name }: Schedule) => {
    const found = known.find(each => each === name);
    return found ? t(`audit_logs.jobs.schedules.${found}`) : name;
  };
  const start = (schedule: Schedule) =>
    run.mutate(
      { params: { name: schedule.name } },
      { onSuccess: () => toast.success(t('audit_logs.jobs.started', { name: nameOf(schedule) })) },
    );
  return (
    <Section title={t('audit_logs.jobs.scheduled')}>
      <DataTable
        label={t('audit_logs.jobs.scheduled')}
        rows={data}
        error={failure}
        rowKey={({ name }) => name}
        rowName={nameOf}
        skeletonRows={known.length}
        columns={[
          { id: 'name', header: t('audit_logs.jobs.work'), cell: nameOf },
          {
            id: 'last',
            header: t('audit_logs.jobs.last_run'),
            cell: ({ finishedAt }) =>
              finishedAt === null ? t('general.never') : <DateText value={finishedAt} as="ago" />,
          },
          {
            id: 'next',
            header: t('audit_logs.jobs.next'),
            cell: ({ dueAt }) => <DateText value={dueAt} as="ago" />,
          },
          {
            id: 'state',
            header: t('audit_logs.jobs.state'),
            cell: schedule => <ScheduleState {...schedule} />,
          },
          {
            id: 'run',
            header: t('audit_logs.jobs.by_hand'),
            cell: schedule => (
              <WriteButton
                row={jobs.runSchedule}
                size="small"
                icon={<Play />}
                isLoading={run.isPending && run.variables?.params.name === schedule.name}
                onClick={() => start(schedule)}
              >
                {t('audit_logs.jobs.run_now')}
              </WriteButton>
            ),
          },
        ]}
      />
    </Section>
  );
};

const ScheduleState = ({ isRunning, error, finishedAt }: Schedule) => {
  const t = useT();
  if (isRunning) return <Tag tone="accent">{t('audit_logs.jobs.states.running')}</Tag>;
  if (error) return <Tag tone="danger">{error}</Tag>;
  return finishedAt === null ? (
    <Tag>{t('audit_logs.jobs.states.waiting')}</Tag>
  ) : (
    <Tag tone="success">{t('audit_logs.jobs.states.done')}</Tag>
  );
};
