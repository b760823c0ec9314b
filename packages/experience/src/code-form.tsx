import { Button } from '@gatehouse/ui/button.tsx';
import { CodeInput } from '@gatehouse/ui/code-input.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from './data.ts';
import { Form, useAction } from './form.tsx';

const resendAfterMs = 60_000;

type CodeFormProps = {
  verify: (code: string) => Promise<void>;
  /** When the code was sent, and how to send another; an app makes its own. */
  sentAt?: number;
  resend?: () => Promise<void>;
  below?: ReactNode;
};

/** Six digits that are submitted automatically, and a link to send another code. */
export const CodeForm = ({ verify, sentAt = 0, resend, below }: CodeFormProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [lastSentAt, setLastSentAt] = useState(sentAt);
  const [isResent, setIsResent] = useState(false);
  const action = useAction();

  const submit = async (digits: string) => {
    setIsMissing(digits.length < 6);
    setIsResent(false);
    if (digits.length === 6 && (await action.run(() => verify(digits)))) return;
    input.current?.select();
    input.current?.focus();
  };
  const sendAgain = async () => {
    if (!resend || !(await action.run(resend))) return;
    setCode('');
    setLastSentAt(Date.now());
    setIsResent(true);
    input.current?.focus();
  };

  return (
    <Form
      action={action}
      submitLabel={t('sign_in.submit')}
      onSubmit={() => void submit(code)}
      below={
        resend && (
          <Row justify="between">
            <Resend sentAt={lastSentAt} isBusy={action.isBusy} send={() => void sendAgain()} />
            {below}
          </Row>
        )
      }
    >
      <Field label={t('code.label')} error={isMissing && t('errors.required_code')}>
        <CodeInput
          ref={input}
          autoFocus
          value={code}
          onChange={setCode}
          onComplete={digits => void submit(digits)}
          readOnly={action.isBusy}
        />
      </Field>
      {isResent && (
        <div role="status">
          <Text tone="soft">{t('code.resent')}</Text>
        </div>
      )}
    </Form>
  );
};

/** Says how long to wait; then it is a button. */
const Resend = ({ sentAt, isBusy, send }: { sentAt: number; isBusy: boolean; send: () => void }) => {
  const [now, setNow] = useState(Date.now);
  const seconds = Math.ceil((sentAt + resendAfterMs - now) / 1000);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (seconds > 0)
    return (
      <Text tone="soft" size="small">
        {t('code.resend_in', { count: Math.min(seconds, resendAfterMs / 1000) })}
      </Text>
    );
  return (
    <Button variant="quiet" size="small" disabled={isBusy} onClick={send}>
      {t('code.resend')}
    </Button>
  );
};
