import { logResults, logs } from '@gatehouse/contract/logs.ts';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { ExportMenu } from '../../templates/export-menu.tsx';
import { LogList } from '../../templates/log-list.tsx';
import { EventFilter, useSharedFilters } from './filters.tsx';
import { useAuditLogTabs } from './tabs.ts';

/** Every entry of the audit log. */
export const EventList = ({ toggle }: { toggle: ReactNode }) => {
  const t = useT();
  const tabs = useAuditLogTabs('logs');
  const filters = useSharedFilters();
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
        ...filters,
      ]}
      toolbar={query => (
        <>
          {toggle}
          <ExportMenu row={logs.export} query={query} fileName="audit-logs" words="audit_logs" />
        </>
      )}
    />
  );
};
