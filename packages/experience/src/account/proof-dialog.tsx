import type { PresenceProof } from '@gatehouse/contract/account.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { CodeForm } from '../code-form.tsx';
import { t } from '../data.ts';
import { Failure, Form, useAction } from '../form.tsx';
import { PasskeyForm } from '../passkey-form.tsx';
import { PasswordField, usePassword } from '../password-field.tsx';
import { askForPasskey } from '../web-authn.ts';
import { useAccount } from './account-context.tsx';
import { ask } from './api.ts';
import { say, signInAgain } from './client.ts';
import { keepProof, type ProofLevel, setAsker } from './proofs.ts';

type Pending = { level: ProofLevel; answer: (isProven: boolean) => void };

/** Asks the user to verify their identity before a sensitive change. */
export const ProofDialog = () => {
  const [pending, setPending] = useState<Pending>();
  useEffect(() => {
    setAsker(
      level =>
        new Promise(resolve => {
          setPending(before => {
            before?.answer(false);
            return { level, answer: resolve };
          });
        }),
    );
    return () => setAsker(undefined);
  }, []);
  if (!pending) return null;
  const end = (isProven: boolean) => {
    pending.answer(isProven);
    setPending(undefined);
  };
  return (
    <Dialog
      isOpen
      size="small"
      title={say('proof.title')}
      description={say('proof.text')}
      onClose={() => end(false)}
    >
      <Proofs level={pending.level} onProven={() => end(true)} />
    </Dialog>
  );
};

type RunButtonProps = {
  action: ReturnType<typeof useAction>;
  work: Parameters<ReturnType<typeof useAction>['run']>[0];
  children: ReactNode;
};

/** The one thing to do next. */
const RunButton = ({ action, work, children }: RunButtonProps) => (
  <Button
    variant="primary"
    size="large"
    isFullWidth
    isLoading={action.isBusy}
    onClick={() => void action.run(work)}
  >
    {children}
  </Button>
);

/** For users with no other proof. The page is left: what was begun is begun again afterwards. */
const SignInAgain = () => {
  const action = useAction();
  return (
    <Stack gap={3}>
      <p>{say('proof.sign_in_again.text')}</p>
      <Failure action={action} />
      <RunButton action={action} work={signInAgain}>
        {say('proof.sign_in_again.action')}
      </RunButton>
    </Stack>
  );
};

type FormProps = { keep: (id: string, expiresAt: string) => void };

const Proofs = ({ level, onProven }: { level: ProofLevel; onProven: () => void }) => {
  const { user } = useAccount();
  const [held, setHeld] = useState<PresenceProof[]>();
  const [strong, setStrong] = useState<PresenceProof[]>([]);
  const [chosen, setChosen] = useState<PresenceProof>();
  const [mustSignIn, setMustSignIn] = useState(false);
  const action = useAction();
  const load = async () => {
    const { proofs, factorProofs, isSignInRecent } = await ask('get', '/my-account/proofs', {});
    const isSignInOnly = (level === 'factor' ? factorProofs : proofs).length === 0;
    if (isSignInOnly && isSignInRecent) return onProven();
    setMustSignIn(isSignInOnly);
    setStrong(factorProofs);
    // A code is sent only to an address that the account center shows.
    const usable = (level === 'factor' ? factorProofs : proofs).filter(
      proof =>
        (proof !== 'EmailVerificationCode' || user.primaryEmail) &&
        (proof !== 'PhoneVerificationCode' || user.primaryPhone),
    );
    setHeld(usable);
    setChosen(usable[0]);
  };
  const begin = useEffectEvent(() => action.run(load));
  useEffect(() => void begin(), []);
  if (!held) return <Failure action={action} />;
  if (mustSignIn) return <SignInAgain />;
  if (!chosen) return <p>{say('proof.nothing')}</p>;
  const others = held.filter(proof => proof !== chosen);
  const keep = (id: string, expiresAt: string) => {
    keepProof(id, expiresAt, strong.includes(chosen) ? 'factor' : 'presence');
    onProven();
  };
  return (
    <Stack gap={4}>
      {forms[chosen](keep)}
      {others.length > 0 && (
        <Stack gap={1}>
          <Text tone="soft" size="small">
            {say('proof.others')}
          </Text>
          {others.map(proof => (
            <Button key={proof} variant="quiet" isFullWidth onClick={() => setChosen(proof)}>
              {say(`proof.ways.${proof}`)}
            </Button>
          ))}
        </Stack>
      )}
    </Stack>
  );
};

const forms: Readonly<Record<PresenceProof, (keep: FormProps['keep']) => ReactNode>> = {
  Password: keep => <PasswordProof keep={keep} />,
  EmailVerificationCode: keep => <CodeProof key="email" type="email" keep={keep} />,
  PhoneVerificationCode: keep => <CodeProof key="phone" type="phone" keep={keep} />,
  Totp: keep => <TotpProof keep={keep} />,
  WebAuthn: keep => <PasskeyProof keep={keep} />,
  BackupCode: keep => <BackupCodeProof keep={keep} />,
};

/** When the other factor is lost. */
const BackupCodeProof = ({ keep }: FormProps) => {
  const [code, setCode] = useState('');
  const action = useAction();
  const submit = async () => {
    const record = await ask('post', '/verifications/backup-code/verify', { body: { code: code.trim() } });
    keep(record.verificationRecordId, record.expiresAt);
  };
  return (
    <Form
      action={action}
      submitLabel={say('proof.confirm')}
      onSubmit={() => void (code.trim() && action.run(submit))}
    >
      <Field label={t('mfa.backup_code')} help={t('mfa.verify.BackupCode.text')}>
        <TextInput
          size="large"
          isMono
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      </Field>
    </Form>
  );
};

const PasswordProof = ({ keep }: FormProps) => {
  const password = usePassword();
  const action = useAction();
  const submit = async () => {
    const value = password.read();
    if (!value) return;
    const isDone = await action.run(async () => {
      const record = await ask('post', '/verifications/password', { body: { password: value } });
      keep(record.verificationRecordId, record.expiresAt);
    });
    if (!isDone) password.focus();
  };
  return (
    <Form action={action} submitLabel={say('proof.confirm')} onSubmit={() => void submit()}>
      <PasswordField state={password} autoFocus />
    </Form>
  );
};

const TotpProof = ({ keep }: FormProps) => (
  <Stack gap={3}>
    <p>{t('mfa.verify.Totp.text')}</p>
    <CodeForm
      verify={async code => {
        const record = await ask('post', '/verifications/totp/verify', { body: { code } });
        keep(record.verificationRecordId, record.expiresAt);
      }}
    />
  </Stack>
);

const PasskeyProof = ({ keep }: FormProps) => {
  const confirm = async () => {
    const asked = await ask('post', '/verifications/web-authn/authentication', {});
    const payload = await askForPasskey(asked.authenticationOptions);
    const { verificationRecordId } = asked;
    await ask('post', '/verifications/web-authn/authentication/verify', {
      body: { verificationRecordId, payload },
    });
    keep(verificationRecordId, asked.expiresAt);
  };
  return <PasskeyForm action={useAction()} label={t('mfa.verify.WebAuthn.action')} onPress={confirm} />;
};

/** No code is sent before the user asks for one. */
const CodeProof = ({ type, keep }: FormProps & { type: 'email' | 'phone' }) => {
  const { user } = useAccount();
  const [sent, setSent] = useState<{ id: string; expiresAt: string; at: number }>();
  const action = useAction();
  const value = (type === 'email' ? user.primaryEmail : user.primaryPhone) ?? '';
  const identifier = { type, value };
  const send = async () => {
    const record = await ask('post', '/verifications/verification-code', { body: { identifier } });
    setSent({ id: record.verificationRecordId, expiresAt: record.expiresAt, at: Date.now() });
  };
  const recipient = type === 'phone' ? `+${value}` : value;
  if (!sent)
    return (
      <Stack gap={3}>
        <Failure action={action} />
        <RunButton action={action} work={send}>
          {say('proof.send_code', { recipient })}
        </RunButton>
      </Stack>
    );
  return (
    <Stack gap={3}>
      <p>
        {t(`mfa.verify.${type === 'email' ? 'EmailVerificationCode' : 'PhoneVerificationCode'}.text`, {
          recipient,
        })}
      </p>
      <CodeForm
        sentAt={sent.at}
        resend={send}
        verify={async code => {
          const body = { identifier, verificationId: sent.id, code };
          await ask('post', '/verifications/verification-code/verify', { body });
          keep(sent.id, sent.expiresAt);
        }}
      />
    </Stack>
  );
};
