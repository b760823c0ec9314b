import type { Row } from '@gatehouse/contract/endpoint.ts';
import { numberFormat } from '@gatehouse/phrases/formatters.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Menu } from '@gatehouse/ui/menu.tsx';
import { Spinner } from '@gatehouse/ui/spinner.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useDelayedFlag } from '@gatehouse/ui/use-delayed-flag.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation, useWords, type Words } from '../phrases.tsx';
import type { Input } from '../request.ts';
import { describeFailure } from '../session/report-errors.tsx';
import { saveFile } from './save-file.ts';

const formats = ['csv', 'json'] as const;
type Format = (typeof formats)[number];

type ExportMenuProps<R extends Row> = {
  row: R;
  params?: Record<string, string>;
  /** The current query of the list. */
  query: Record<string, unknown>;
  /** The file name without the date. */
  fileName: string;
  words: Words<'export' | 'exported' | `export_as.${Format}` | `export_detail.${Format}`>;
};

const megabyte = 1_000_000;

/** Everything that matches, not just this page, as a file; where that takes long, the button tells how much has come. */
export const ExportMenu = <R extends Row & { file: readonly string[] }>(props: ExportMenuProps<R>) => {
  const { row, params, query, fileName, words } = props;
  const { t, language } = useTranslation();
  const say = useWords(words);
  const toast = useToast();
  const [bytes, setBytes] = useState<number>();
  const isBusy = bytes !== undefined;
  const isSlow = useDelayedFlag(isBusy);
  const save = async (format: Format) => {
    setBytes(0);
    const day = new Date().toISOString().slice(0, 10);
    const input = { params, query: { ...query, format }, onBytes: setBytes } as unknown as Input<R>;
    await saveFile(row, input, `${fileName}-${day}.${format}`).then(
      () => toast.success(say('exported')),
      (error: Error) => toast.error(describeFailure(error, t)),
    );
    setBytes(undefined);
  };
  const size = numberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={isSlow ? <Spinner /> : <Download />} disabled={isBusy}>
          {isSlow ? size.format((bytes ?? 0) / megabyte) : say('export')}
        </Button>
      }
      items={formats.map(format => ({
        label: say(`export_as.${format}`),
        detail: say(`export_detail.${format}`),
        onSelect: () => void save(format),
      }))}
    />
  );
};
