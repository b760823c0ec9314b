import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';

/** What people did when they signed in, and what was changed by those who run the tenant. */
export const useAuditLogTabs = (current: 'logs' | 'changes') => {
  const t = useT();
  return [
    { href: paths.auditLogs(), label: t('audit_logs.tabs.logs'), isCurrent: current === 'logs' },
    { href: paths.changes(), label: t('audit_logs.tabs.changes'), isCurrent: current === 'changes' },
  ];
};
