import { useParams } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { LogDetail } from '../../templates/log-detail.tsx';

export const AuditLogDetail = () => {
  const t = useT();
  const { logId = '' } = useParams({ strict: false }) as { logId?: string };
  return <LogDetail logId={logId} back={{ href: paths.auditLogs(), label: t('audit_logs.title') }} />;
};
