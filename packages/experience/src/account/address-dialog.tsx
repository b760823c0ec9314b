import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useState } from 'react';
import { CodeForm } from '../code-form.tsx';
import { t } from '../data.ts';
import { newDraft } from '../draft.ts';
import { Form, useAction } from '../form.tsx';
import { IdentifierField, useIdentifier } from '../identifier-field.tsx';
import { SentTo } from '../sent-to.tsx';
import { useAccount } from './account-context.tsx';
import { ask } from './api.ts';
import { say } from './client.ts';

type Sent = { identifier: { type: 'email' | 'phone'; value: string }; id: string; at: number };

/** Another address or number: it becomes the user's once the code that was sent there is right. */
export const AddressDialog = ({ channel, onClose }: { channel: 'email' | 'phone'; onClose: () => void }) => {
  const { reload } = useAccount();
  const toast = useToast();
  const typed = useIdentifier([channel], newDraft);
  const [sent, setSent] = useState<Sent>();
  const action = useAction();

  const send = async (identifier: Sent['identifier']) => {
    const record = await ask('post', '/verifications/verification-code', { body: { identifier } });
    setSent({ identifier, id: record.verificationRecordId, at: Date.now() });
  };
  const submit = async () => {
    const found = typed.read();
    if (found) await action.run(() => send({ type: channel, value: found.value }));
  };
  const take = async ({ identifier, id }: Sent, code: string) => {
    await ask('post', '/verifications/verification-code/verify', {
      body: { identifier, verificationId: id, code },
    });
    const proven = { newIdentifierVerificationRecordId: id };
    if (channel === 'email')
      await ask('post', '/my-account/primary-email', { body: { email: identifier.value, ...proven } });
    else await ask('post', '/my-account/primary-phone', { body: { phone: identifier.value, ...proven } });
    await reload();
    toast.success(say(`${channel}.changed`));
    onClose();
  };

  return (
    <Dialog isOpen size="small" title={say(`${channel}.change`)} onClose={onClose}>
      {sent ? (
        <Stack gap={3}>
          <p>
            <SentTo identifier={sent.identifier} />
          </p>
          <CodeForm sentAt={sent.at} resend={() => send(sent.identifier)} verify={code => take(sent, code)} />
        </Stack>
      ) : (
        <Form action={action} submitLabel={t('reset_password.submit')} onSubmit={() => void submit()}>
          <IdentifierField state={typed} isNew autoFocus help={t('continue.code_follows')} />
        </Form>
      )}
    </Dialog>
  );
};
