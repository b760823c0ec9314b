import { logExportFormats, logs } from '@gatehouse/contract/logs.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Menu } from '@gatehouse/ui/menu.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../phrases.tsx';
import { describeFailure } from '../../shell/report-errors.tsx';
import { saveFile } from '../../templates/save-file.ts';

/** Everything that matches, not just this page, as a file. */
export const ExportLogs = ({ query }: { query: Record<string, unknown> }) => {
  const t = useT();
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (format: (typeof logExportFormats)[number]) => {
    setIsBusy(true);
    const day = new Date().toISOString().slice(0, 10);
    await saveFile(logs.export, { query: { ...query, format } }, `audit-logs-${day}.${format}`).then(
      () => toast.success(t('audit_logs.exported')),
      (error: Error) => toast.error(describeFailure(error, t)),
    );
    setIsBusy(false);
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download />} isLoading={isBusy}>
          {t('audit_logs.export')}
        </Button>
      }
      items={logExportFormats.map(format => ({
        label: t(`audit_logs.export_as.${format}`),
        detail: t(`audit_logs.export_detail.${format}`),
        onSelect: () => void save(format),
      }))}
    />
  );
};
