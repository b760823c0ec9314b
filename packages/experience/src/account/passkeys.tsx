import type { MfaView } from '@gatehouse/contract/user-identities.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { SettingList } from '@gatehouse/ui/setting-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useState } from 'react';
import { t } from '../data.ts';
import { Failure, useAction } from '../form.tsx';
import { createPasskey } from '../web-authn.ts';
import { isEditable } from './account-context.tsx';
import { ask } from './api.ts';
import { say } from './client.ts';
import { deviceName } from './device-name.ts';
import { EditDialog } from './edit-dialog.tsx';
import { prove } from './proofs.ts';

const path = '/my-account/mfa-verifications';
const nameOf = ({ name, agent }: MfaView) => name ?? deviceName(agent);

/** Passkeys are made, named and removed here. */
export const Passkeys = ({ passkeys, reload }: { passkeys: MfaView[]; reload: () => Promise<void> }) => {
  const [renamed, setRenamed] = useState<MfaView>();
  const action = useAction();
  const { add, remove } = usePasskeyChanges(action, reload);
  const canEdit = isEditable('passkey') || isEditable('mfa');

  return (
    <Card
      title={say('passkeys.title')}
      actions={
        canEdit &&
        'PublicKeyCredential' in window && (
          <Button size="small" isLoading={action.isBusy} onClick={() => void action.run(add)}>
            {say('passkeys.add')}
          </Button>
        )
      }
    >
      <Failure action={action} />
      {passkeys.length === 0 && <Text tone="soft">{t('passkey.text')}</Text>}
      <SettingList
        settings={passkeys.map(passkey => ({
          key: passkey.id,
          label: nameOf(passkey),
          value: <Dates factor={passkey} />,
          action: canEdit && (
            <Row gap={2}>
              <Button
                size="small"
                aria-label={say('rename_named', { name: nameOf(passkey) })}
                onClick={() => void action.run(async () => prove('factor').then(() => setRenamed(passkey)))}
              >
                {say('rename')}
              </Button>
              <Button
                size="small"
                variant="quiet"
                aria-label={say('remove_named', { name: nameOf(passkey) })}
                onClick={() => void remove(passkey)}
              >
                {say('remove')}
              </Button>
            </Row>
          ),
        }))}
      />
      {renamed && <RenameDialog passkey={renamed} reload={reload} onClose={() => setRenamed(undefined)} />}
    </Card>
  );
};

const usePasskeyChanges = (action: ReturnType<typeof useAction>, reload: () => Promise<void>) => {
  const confirm = useConfirm();
  const toast = useToast();

  const add = async () => {
    await prove('factor');
    const { verificationRecordId, registrationOptions } = await ask(
      'post',
      '/verifications/web-authn/registration',
      {},
    );
    const payload = await createPasskey(registrationOptions);
    await ask('post', '/verifications/web-authn/registration/verify', {
      body: { verificationRecordId, payload },
    });
    const name = deviceName(navigator.userAgent);
    await ask('post', path, {
      body: { type: 'WebAuthn', newIdentifierVerificationRecordId: verificationRecordId, name },
    });
    await reload();
    toast.success(say('passkeys.added'));
  };
  const remove = async (passkey: MfaView) => {
    const name = nameOf(passkey);
    const [isConfirmed] = await confirm({
      title: say('passkeys.remove_title', { name }),
      body: say('passkeys.remove_text'),
      confirmLabel: say('remove'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    await action.run(async () => {
      await ask('delete', `${path}/:verificationId`, { params: { verificationId: passkey.id } });
      await reload();
      toast.success(say('passkeys.removed', { name }));
    });
  };

  return { add, remove };
};

/** When a factor was added, and when it helped last. */
export const Dates = ({ factor: { createdAt, lastUsedAt } }: { factor: MfaView }) => (
  <>
    {say('factors.added')} <DateText value={Date.parse(createdAt)} />
    {lastUsedAt && (
      <>
        {' · '}
        {say('factors.used')} <DateText value={Date.parse(lastUsedAt)} as="ago" />
      </>
    )}
  </>
);

type RenameDialogProps = { passkey: MfaView; reload: () => Promise<void>; onClose: () => void };
const longest = 256;

const RenameDialog = ({ passkey, reload, onClose }: RenameDialogProps) => {
  const [name, setName] = useState(nameOf(passkey));
  const [isMissing, setIsMissing] = useState(false);
  const save = async () => {
    setIsMissing(!name.trim());
    if (!name.trim()) return false;
    await ask('patch', `${path}/:verificationId/name`, {
      params: { verificationId: passkey.id },
      body: { name: name.trim() },
    });
    await reload();
    return true;
  };
  return (
    <EditDialog title={say('passkeys.rename')} done={say('passkeys.renamed')} save={save} onClose={onClose}>
      <Field label={say('passkeys.name')} error={isMissing && t('errors.required_field')}>
        <TextInput
          value={name}
          maxLength={longest}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setIsMissing(false);
          }}
        />
      </Field>
    </EditDialog>
  );
};
