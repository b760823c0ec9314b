import type { MfaFactor } from '@gatehouse/contract/mfa.ts';
import { Field } from '@gatehouse/ui/field.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CodeForm } from '../code-form.tsx';
import { t } from '../data.ts';
import { sendFactorCode, verifyBackupCode, verifyFactorCode, verifyPasskey, verifyTotp } from '../factors.ts';
import { Failure, Form, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { go } from '../location.ts';
import { PasskeyForm } from '../passkey-form.tsx';
import { PasskeyNotice } from '../passkey-notice.tsx';
import { getProgress } from '../progress.ts';
import { factorPaths, factorsOf } from '../steps.ts';
import { FactorList } from './factor-list.tsx';

/** Verifies an authentication factor that the user has. */
export const MfaVerification = ({ part }: { part: string }) => {
  const { pending } = getProgress();
  const factors = pending?.code === 'session.mfa.require_mfa_verification' ? factorsOf(pending) : [];
  const isLost = factors.length === 0;
  useEffect(() => {
    if (isLost) go('/sign-in', { replaces: true });
  }, [isLost]);
  if (isLost) return null;
  const factor = factors.find(each => factorPaths[each] === part);
  if (!factor)
    return (
      <FactorList kind="verify" factors={factors}>
        <PasskeyNotice comesFirst />
      </FactorList>
    );
  const masked = (pending?.data?.maskedIdentifiers as Partial<Record<MfaFactor, string>> | undefined)?.[
    factor
  ];
  return (
    <Frame
      title={t(`mfa.verify.${factor}.title`)}
      description={t(`mfa.verify.${factor}.text`, { recipient: masked ?? '' })}
      footer={
        factors.length > 1 && (
          <p>
            <TextLink href="/mfa-verification">{t('mfa.other_way')}</TextLink>
          </p>
        )
      }
    >
      <PasskeyNotice comesFirst />
      {forms[factor]()}
    </Frame>
  );
};

const forms: Readonly<Record<MfaFactor, () => ReactNode>> = {
  Totp: () => <CodeForm key="totp" verify={verifyTotp} />,
  WebAuthn: () => <PasskeyProof />,
  BackupCode: () => <BackupCodeForm />,
  EmailVerificationCode: () => <SentCodeForm key="email" channel="email" />,
  PhoneVerificationCode: () => <SentCodeForm key="phone" channel="phone" />,
};

const codeLifetimeMs = 600_000;

/** The code is sent as soon as the page is there, unless one is still on its way. */
const SentCodeForm = ({ channel }: { channel: 'email' | 'phone' }) => {
  const before = getProgress().factorCodes[channel]?.sentAt ?? 0;
  const [sentAt, setSentAt] = useState(before + codeLifetimeMs > Date.now() ? before : undefined);
  const isAsked = useRef(false);
  const action = useAction();
  useEffect(() => {
    if (sentAt !== undefined || isAsked.current) return;
    isAsked.current = true;
    void action.run(async () => setSentAt(await sendFactorCode(channel)));
  });
  if (sentAt === undefined) return <Failure action={action} />;
  return (
    <CodeForm
      sentAt={sentAt}
      verify={code => verifyFactorCode(channel, code)}
      resend={async () => {
        await sendFactorCode(channel);
      }}
    />
  );
};

const PasskeyProof = () => (
  <PasskeyForm action={useAction()} label={t('mfa.verify.WebAuthn.action')} onPress={verifyPasskey} />
);

const BackupCodeForm = () => {
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  const action = useAction();
  const submit = async () => {
    const code = input.current?.value.trim() ?? '';
    setIsMissing(!code);
    if (code && (await action.run(() => verifyBackupCode(code)))) return;
    input.current?.focus();
  };
  return (
    <Form action={action} submitLabel={t('sign_in.submit')} onSubmit={() => void submit()}>
      <Field label={t('mfa.backup_code')} error={isMissing && t('errors.required_backup_code')}>
        <TextInput
          ref={input}
          size="large"
          isMono
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
    </Form>
  );
};
