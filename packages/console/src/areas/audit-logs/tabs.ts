import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';

/** Tabs for user activity, admin changes, log streams and background jobs, as far as the role covers them. */
export const useAuditLogTabs = (current: 'logs' | 'changes' | 'streams' | 'jobs') => {
  const t = useT();
  const { may } = useAbilities();
  const tabs = [
    { tab: 'logs', href: paths.auditLogs(), permission: 'logs:read' },
    { tab: 'changes', href: paths.changes(), permission: 'changes:read' },
    { tab: 'streams', href: paths.logStreams(), permission: 'logs:read' },
    { tab: 'jobs', href: paths.jobs(), permission: 'configs:read' },
  ] as const;
  return tabs
    .filter(({ permission }) => may(permission))
    .map(({ tab, href }) => ({ href, label: t(`audit_logs.tabs.${tab}`), isCurrent: tab === current }));
};
