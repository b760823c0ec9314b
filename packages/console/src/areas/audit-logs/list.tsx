import { logResults, logs } from '@gatehouse/contract/logs.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { ExportMenu } from '../../templates/export-menu.tsx';
import { LogList } from '../../templates/log-list.tsx';
import { queryOfTimeRange, TimeRangeFilter } from '../../templates/time-range-filter.tsx';
import { ApplicationFilter, EventFilter, UserFilter } from './filters.tsx';
import { useAuditLogTabs } from './tabs.ts';

export const AuditLogList = () => {
  const t = useT();
  const tabs = useAuditLogTabs('logs');
  return (
    <LogList
      words="audit_logs"
      hasUser
      tabs={tabs}
      logHref={paths.auditLog}
      filters={[
        {
          name: 'event',
          queryName: 'logKey',
          label: t('logs.event'),
          control: (value, onChange) => <EventFilter value={value} onChange={onChange} />,
        },
        {
          name: 'result',
          label: t('logs.result'),
          options: logResults.map(value => ({ value, label: t(`logs.results.${value}`) })),
        },
        {
          name: 'user',
          queryName: 'userId',
          label: t('logs.user'),
          control: (value, onChange) => <UserFilter value={value} onChange={onChange} />,
        },
        {
          name: 'application',
          queryName: 'applicationId',
          label: t('logs.application'),
          control: (value, onChange) => <ApplicationFilter value={value} onChange={onChange} />,
        },
        {
          name: 'time',
          label: t('logs.time'),
          query: queryOfTimeRange,
          control: (value, onChange) => <TimeRangeFilter value={value} onChange={onChange} />,
        },
      ]}
      toolbar={query => (
        <ExportMenu row={logs.export} query={query} fileName="audit-logs" words="audit_logs" />
      )}
    />
  );
};
