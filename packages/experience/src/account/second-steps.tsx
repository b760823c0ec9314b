import type { MfaView } from '@gatehouse/contract/user-identities.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { type Setting, SettingList } from '@gatehouse/ui/setting-list.tsx';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { data } from '../data.ts';
import { Failure, useAction } from '../form.tsx';
import { isEditable, useAccount } from './account-context.tsx';
import { ask } from './api.ts';
import { BackupCodesDialog } from './backup-codes-dialog.tsx';
import { say } from './client.ts';
import { useDialogs } from './edit-dialog.tsx';
import { useLoaded } from './load.tsx';
import { Dates } from './passkeys.tsx';
import { prove } from './proofs.ts';
import { TotpDialog } from './totp-dialog.tsx';

const { factors: offered, policy } = data.signInExperience.mfa;

type DialogName = 'totp' | 'backup-codes';
type SecondStepsProps = { factors: MfaView[]; reload: () => Promise<void> };

/** The second steps of a sign-in, and whether they are asked for. */
export const SecondSteps = ({ factors, reload }: SecondStepsProps) => {
  const { user } = useAccount();
  const { open, show, close } = useDialogs<DialogName>();
  const action = useAction();
  const totp = factors.find(({ type }) => type === 'Totp');
  const backup = factors.find(({ type }) => type === 'BackupCode');
  const hasOther = factors.some(({ type }) => type !== 'BackupCode');

  const actionsFor = useFactorActions({ action, reload, show });
  const settings: Setting[] = [
    ...(offered.includes('Totp')
      ? [
          {
            key: 'totp',
            label: say('totp.label'),
            value: totp ? <Dates factor={totp} /> : say('totp.none'),
            action: actionsFor(totp, 'totp'),
          },
        ]
      : []),
    ...(offered.includes('EmailVerificationCode') && user.primaryEmail
      ? [{ key: 'email', label: say('factors.email'), value: user.primaryEmail }]
      : []),
    ...(offered.includes('PhoneVerificationCode') && user.primaryPhone
      ? [{ key: 'phone', label: say('factors.phone'), value: `+${user.primaryPhone}` }]
      : []),
    ...(offered.includes('BackupCode') && (backup || hasOther)
      ? [
          {
            key: 'backup-codes',
            label: say('backup_codes.label'),
            value: backup
              ? say('backup_codes.left', { count: backup.remainCodes ?? 0 })
              : say('backup_codes.none'),
            action: actionsFor(backup, 'backup-codes'),
          },
        ]
      : []),
  ];

  return (
    <Card title={say('factors.title')}>
      <Text tone="soft">{say('factors.text')}</Text>
      <Failure action={action} />
      <SettingList settings={settings} />
      {!/Mandatory$/.test(policy) && factors.length > 0 && <AskAtSignIn />}
      {open === 'totp' && <TotpDialog isReplacing={!!totp} reload={reload} onClose={close} />}
      {open === 'backup-codes' && <BackupCodesDialog reload={reload} onClose={close} />}
    </Card>
  );
};

type FactorOptions = {
  action: ReturnType<typeof useAction>;
  reload: () => Promise<void>;
  show: (dialog: DialogName) => void;
};

/** The buttons beside a factor: to add or replace it, and to remove it. */
const useFactorActions = ({ action, reload, show }: FactorOptions) => {
  const confirm = useConfirm();
  const toast = useToast();

  const begin = (dialog: DialogName) =>
    action.run(async () => {
      await prove('factor');
      show(dialog);
    });
  const remove = async ({ id, type }: MfaView) => {
    const kind = type === 'Totp' ? 'totp' : 'backup_codes';
    const [isConfirmed] = await confirm({
      title: say(`${kind}.remove_title`),
      body: say(`${kind}.remove_text`),
      confirmLabel: say('remove'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    await action.run(async () => {
      await ask('delete', '/my-account/mfa-verifications/:verificationId', {
        params: { verificationId: id },
      });
      await reload();
      toast.success(say(`${kind}.removed`));
    });
  };
  return (factor: MfaView | undefined, dialog: DialogName) => {
    const kind = dialog === 'totp' ? 'totp' : 'backup_codes';
    return (
      isEditable('mfa') && (
        <Row gap={2}>
          <Button size="small" onClick={() => void begin(dialog)}>
            {say(factor ? `${kind}.replace` : `${kind}.add`)}
          </Button>
          {factor && (
            <Button
              size="small"
              variant="quiet"
              aria-label={say('remove_named', { name: say(`${kind}.label`) })}
              onClick={() => void remove(factor)}
            >
              {say('remove')}
            </Button>
          )}
        </Row>
      )
    );
  };
};

/** Lets users choose MFA at sign-in, if the tenant makes it optional. */
const AskAtSignIn = () => {
  const settings = useLoaded(() => ask('get', '/my-account/mfa-settings', {}));
  const action = useAction();
  if (!settings.value) return <Failure action={settings.action} />;
  const choose = (isAsked: boolean) =>
    action.run(async () => {
      await ask('patch', '/my-account/mfa-settings', { body: { skipMfaOnSignIn: !isAsked } });
      await settings.reload();
    });
  return (
    <>
      <Failure action={action} />
      <Switch
        value={!settings.value.skipMfaOnSignIn}
        onChange={isAsked => void choose(isAsked)}
        disabled={!isEditable('mfa') || action.isBusy}
        label={say('factors.ask')}
        help={say('factors.ask_help')}
      />
    </>
  );
};
