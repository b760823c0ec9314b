import { fileFormats, userJobs } from '@gatehouse/contract/user-jobs.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Menu } from '@gatehouse/ui/menu.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../phrases.tsx';
import { describeFailure } from '../../shell/report-errors.tsx';
import { saveFile } from '../../templates/save-file.ts';

/** Everybody that matches, not just this page, as a file. */
export const ExportUsers = ({ query }: { query: Record<string, unknown> }) => {
  const t = useT();
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (format: (typeof fileFormats)[number]) => {
    setIsBusy(true);
    const day = new Date().toISOString().slice(0, 10);
    await saveFile(userJobs.export, { query: { ...query, format } }, `users-${day}.${format}`).then(
      () => toast.success(t('users.exported')),
      (error: Error) => toast.error(describeFailure(error, t)),
    );
    setIsBusy(false);
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download />} isLoading={isBusy}>
          {t('users.export')}
        </Button>
      }
      items={fileFormats.map(format => ({
        label: t(`users.export_as.${format}`),
        detail: t(`users.export_detail.${format}`),
        onSelect: () => void save(format),
      }))}
    />
  );
};
