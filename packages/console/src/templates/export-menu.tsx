import type { Row } from '@gatehouse/contract/endpoint.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Menu } from '@gatehouse/ui/menu.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useT, useWords, type Words } from '../phrases.tsx';
import type { Input } from '../request.ts';
import { describeFailure } from '../shell/report-errors.tsx';
import { saveFile } from './save-file.ts';

const formats = ['csv', 'json'] as const;
type Format = (typeof formats)[number];

type ExportMenuProps<R extends Row> = {
  row: R;
  /** What the list asks for now. */
  query: Record<string, unknown>;
  /** What the file is called before the day. */
  fileName: string;
  words: Words<'export' | 'exported' | `export_as.${Format}` | `export_detail.${Format}`>;
};

/** Everything that matches, not just this page, as a file. */
export const ExportMenu = <R extends Row & { file: readonly string[] }>(props: ExportMenuProps<R>) => {
  const { row, query, fileName, words } = props;
  const t = useT();
  const say = useWords(words);
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (format: Format) => {
    setIsBusy(true);
    const day = new Date().toISOString().slice(0, 10);
    const input = { query: { ...query, format } } as unknown as Input<R>;
    await saveFile(row, input, `${fileName}-${day}.${format}`).then(
      () => toast.success(say('exported')),
      (error: Error) => toast.error(describeFailure(error, t)),
    );
    setIsBusy(false);
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download />} isLoading={isBusy}>
          {say('export')}
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
