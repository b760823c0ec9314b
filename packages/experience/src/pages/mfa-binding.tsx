import { Button } from '@gatehouse/ui/button.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { useEffect } from 'react';
import { t } from '../data.ts';
import { bindPasskey, skip } from '../factors.ts';
import { sendCode } from '../flow.ts';
import { Failure, Form, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { IdentifierField, useIdentifier } from '../identifier-field.tsx';
import { go } from '../location.ts';
import { PasskeyForm } from '../passkey-form.tsx';
import { PasskeyNotice } from '../passkey-notice.tsx';
import { getProgress } from '../progress.ts';
import { factorPaths, newFactorsOf } from '../steps.ts';
import { BackupCodes } from './backup-codes.tsx';
import { Code } from './code.tsx';
import { FactorList } from './factor-list.tsx';
import { TotpSetUp } from './totp-set-up.tsx';

/** Sets up a factor for users who have none, or only weaker ones. */
export const MfaBinding = ({ part }: { part: string }) => {
  const { pending, isIdentified } = getProgress();
  const isLost = !isIdentified;
  useEffect(() => {
    if (isLost) go('/sign-in', { replaces: true });
  }, [isLost]);
  if (isLost) return null;
  const factors = newFactorsOf(pending);
  if (part === factorPaths.BackupCode) return <BackupCodes />;
  if (part === 'code') return <Code purpose="mfa" />;
  const footer = <Others isChoice={factors.length > 1} />;
  if (part === factorPaths.Totp) return <TotpSetUp footer={footer} />;
  if (part === factorPaths.WebAuthn) return <PasskeySetUp />;
  if (part === 'email' || part === 'phone') return <AddressSetUp key={part} kind={part} />;
  return (
    <FactorList kind="bind" factors={factors}>
      <Skip />
    </FactorList>
  );
};

/** Other factors, where there is a choice, and the way out, where there is one. */
const Others = ({ isChoice }: { isChoice: boolean }) => (
  <>
    {isChoice && (
      <p>
        <TextLink href="/mfa-binding">{t('mfa.other_way')}</TextLink>
      </p>
    )}
    {!isChoice && <Skip />}
  </>
);

const Skip = () => {
  const { pending } = getProgress();
  const action = useAction();
  if (!pending?.data?.skippable) return null;
  const what = pending.data.suggestion ? 'mfa-suggestion-skipped' : 'mfa-skipped';
  return (
    <>
      <Failure action={action} />
      <Button
        variant="quiet"
        isFullWidth
        disabled={action.isBusy}
        onClick={() => void action.run(() => skip(what))}
      >
        {t('mfa.skip')}
      </Button>
    </>
  );
};

const PasskeySetUp = () => {
  const action = useAction();
  const factors = newFactorsOf(getProgress().pending);
  return (
    <Frame
      title={t('mfa.bind.WebAuthn.title')}
      description={t('mfa.bind.WebAuthn.text')}
      footer={<Others isChoice={factors.length > 1} />}
    >
      <PasskeyNotice />
      <PasskeyForm action={action} label={t('mfa.bind.WebAuthn.action')} onPress={bindPasskey} />
    </Frame>
  );
};

const AddressSetUp = ({ kind }: { kind: 'email' | 'phone' }) => {
  const identifier = useIdentifier([kind]);
  const action = useAction();
  const factors = newFactorsOf(getProgress().pending);
  const submit = async () => {
    const who = identifier.read();
    if (!who || who.type === 'username') return;
    await action.run(() => sendCode(who, 'mfa'));
  };
  return (
    <Frame
      title={t(`continue.${kind}`)}
      description={t(`mfa.bind.${kind}`)}
      footer={<Others isChoice={factors.length > 1} />}
    >
      <Form action={action} submitLabel={t('sign_in.submit')} onSubmit={() => void submit()}>
        <IdentifierField state={identifier} isNew autoFocus help={t('continue.code_follows')} />
      </Form>
    </Frame>
  );
};
