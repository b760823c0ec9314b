import { useParams } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { LogDetail } from '../../templates/log-detail.tsx';

export const ApplicationLog = () => {
  const t = useT();
  const { id = '', logId = '' } = useParams({ strict: false }) as { id?: string; logId?: string };
  return (
    <LogDetail
      logId={logId}
      back={{ href: paths.application(id, 'logs'), label: t('applications.back_to_logs') }}
    />
  );
};
