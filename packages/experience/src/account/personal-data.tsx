import { dayMs } from '@gatehouse/contract/duration.ts';
import type { PersonExportFormat } from '@gatehouse/contract/person-export.ts';
import { shortDate } from '@gatehouse/phrases/formatters.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useState } from 'react';
import { data } from '../data.ts';
import { Failure, useAction } from '../form.tsx';
import { useAccount } from './account-context.tsx';
import { ask, forget, saveExport } from './api.ts';
import { say } from './client.ts';
import { prove } from './proofs.ts';

/** A copy of everything that is stored, and the way out. */
export const PersonalData = () => (
  <>
    {data.accountCenter?.personalData?.canExport && <Export />}
    {data.accountCenter?.personalData?.canDelete && <Deletion />}
  </>
);

const Export = () => {
  const action = useAction();
  const toast = useToast();
  const [busy, setBusy] = useState<PersonExportFormat>();
  const save = async (format: PersonExportFormat) => {
    setBusy(format);
    await action.run(async () => {
      await prove('factor');
      await saveExport(format);
      toast.success(say('personal_data.exported'));
    });
    setBusy(undefined);
  };
  return (
    <Card title={say('personal_data.export_title')}>
      <Text tone="soft">{say('personal_data.export_text')}</Text>
      <Failure action={action} />
      <Row gap={3}>
        {(['html', 'json'] as const).map(format => (
          <Button
            key={format}
            size="small"
            isLoading={busy === format}
            disabled={busy !== undefined}
            onClick={() => void save(format)}
          >
            {say(`personal_data.export_${format}`)}
          </Button>
        ))}
      </Row>
    </Card>
  );
};

const Deletion = () => {
  const action = useAction();
  const confirm = useConfirm();
  const { leave } = useAccount();
  const count = data.accountCenter?.personalData?.graceDays ?? 0;
  const request = () =>
    action.run(async () => {
      await prove('factor');
      const [isConfirmed] = await confirm({
        title: say('personal_data.confirm_title'),
        body: say('personal_data.confirm_text', {
          date: shortDate(Date.now() + count * dayMs, data.language),
        }),
        confirmLabel: say('personal_data.delete'),
        isDanger: true,
      });
      if (!isConfirmed) return;
      const { deletionDueAt } = await ask('post', '/my-account/deletion', {});
      forget();
      leave(deletionDueAt);
    });
  return (
    <Card title={say('personal_data.delete_title')}>
      <Text tone="soft">{say('personal_data.delete_text', { count })}</Text>
      <Failure action={action} />
      <div>
        <Button size="small" variant="danger" isLoading={action.isBusy} onClick={() => void request()}>
          {say('personal_data.delete')}
        </Button>
      </div>
    </Card>
  );
};
