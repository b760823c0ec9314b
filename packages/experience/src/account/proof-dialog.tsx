import type { PresenceProof } from '@gatehouse/contract/account.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { CodeForm } from '../code-form.tsx';
import { t } from '../data.ts';
import { Failure, Form, useAction } from '../form.tsx';
import { PasskeyForm } from '../passkey-form.tsx';
import { PasswordField, usePassword } from '../password-field.tsx';
import { askForPasskey } from '../web-authn.ts';
import { useAccount } from './account-context.tsx';
import { ask } from './api.ts';
import { say } from './client.ts';
import { keepProof, setAsker } from './proofs.ts';

type Pending = { answer: (isProven: boolean) => void };

/** Asks whoever is there to prove that they are still the user, whenever a change wants it. */
export const ProofDialog = () => {
  const [pending, setPending] = useState<Pending>();
  useEffect(() => {
    setAsker(
      () =>
        new Promise(resolve => {
          setPending(before => {
            before?.answer(false);
            return { answer: resolve };
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
      <Proofs onProven={() => end(true)} />
    </Dialog>
  );
};

type FormProps = { onProven: () => void };

const Proofs = ({ onProven }: FormProps) => {
  const { user } = useAccount();
  const [held, setHeld] = useState<PresenceProof[]>();
  const [chosen, setChosen] = useState<PresenceProof>();
  const action = useAction();
  const load = async () => {
    const { proofs } = await ask('get', '/my-account/proofs', {});
    // A code is sent only to an address that the account center shows.
    const usable = proofs.filter(
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
  if (!chosen) return <p>{say('proof.nothing')}</p>;
  const others = held.filter(proof => proof !== chosen);
  return (
    <Stack gap={4}>
      {forms[chosen](onProven)}
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

const forms: Readonly<Record<PresenceProof, (onProven: () => void) => ReactNode>> = {
  Password: onProven => <PasswordProof onProven={onProven} />,
  EmailVerificationCode: onProven => <CodeProof key="email" type="email" onProven={onProven} />,
  PhoneVerificationCode: onProven => <CodeProof key="phone" type="phone" onProven={onProven} />,
  Totp: onProven => <TotpProof onProven={onProven} />,
  WebAuthn: onProven => <PasskeyProof onProven={onProven} />,
};

const PasswordProof = ({ onProven }: FormProps) => {
  const password = usePassword();
  const action = useAction();
  const submit = async () => {
    const value = password.read();
    if (!value) return;
    const isDone = await action.run(async () => {
      const record = await ask('post', '/verifications/password', { body: { password: value } });
      keepProof(record.verificationRecordId, record.expiresAt);
      onProven();
    });
    if (!isDone) password.focus();
  };
  return (
    <Form action={action} submitLabel={say('proof.confirm')} onSubmit={() => void submit()}>
      <PasswordField state={password} autoFocus />
    </Form>
  );
};

const TotpProof = ({ onProven }: FormProps) => (
  <Stack gap={3}>
    <p>{t('mfa.verify.Totp.text')}</p>
    <CodeForm
      verify={async code => {
        const record = await ask('post', '/verifications/totp/verify', { body: { code } });
        keepProof(record.verificationRecordId, record.expiresAt);
        onProven();
      }}
    />
  </Stack>
);

const PasskeyProof = ({ onProven }: FormProps) => {
  const confirm = async () => {
    const asked = await ask('post', '/verifications/web-authn/authentication', {});
    const payload = await askForPasskey(asked.authenticationOptions);
    const { verificationRecordId } = asked;
    await ask('post', '/verifications/web-authn/authentication/verify', {
      body: { verificationRecordId, payload },
    });
    keepProof(verificationRecordId, asked.expiresAt);
    onProven();
  };
  return <PasskeyForm action={useAction()} label={t('mfa.verify.WebAuthn.action')} onPress={confirm} />;
};

/** Nothing is sent before somebody asks for it. */
const CodeProof = ({ type, onProven }: FormProps & { type: 'email' | 'phone' }) => {
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
        <Button
          variant="primary"
          size="large"
          isFullWidth
          isLoading={action.isBusy}
          onClick={() => void action.run(send)}
        >
          {say('proof.send_code', { recipient })}
        </Button>
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
          keepProof(sent.id, sent.expiresAt);
          onProven();
        }}
      />
    </Stack>
  );
};
