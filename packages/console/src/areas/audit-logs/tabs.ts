import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';

/** Tabs for user activity, admin changes, log streams and background jobs. */
export const useAuditLogTabs = (current: 'logs' | 'changes' | 'streams' | 'jobs') => {
  const t = useT();
  return [
    { href: paths.auditLogs(), label: t('audit_logs.tabs.logs'), isCurrent: current === 'logs' },
    { href: paths.changes(), label: t('audit_logs.tabs.changes'), isCurrent: current === 'changes' },
    { href: paths.logStreams(), label: t('audit_logs.tabs.streams'), isCurrent: current === 'streams' },
    { href: paths.jobs(), label: t('audit_logs.tabs.jobs'), isCurrent: current === 'jobs' },
  ];
};
