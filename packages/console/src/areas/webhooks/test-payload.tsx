import type { HookEvent } from '@gatehouse/contract/events.ts';
import { hookConfig, hooks } from '@gatehouse/contract/hooks.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { HttpError } from '../../request.ts';
import { describeFailure } from '../../session/report-errors.tsx';
import { storageKeys } from '../../session/storage.ts';
import { configOf, type WebhookValues } from './fields.ts';

/** The result of the last webhook test: the number of samples accepted, or the error. */
const testResult = z.object({
  hookId: z.string(),
  at: z.number(),
  sent: z.number().optional(),
  problem: z.string().optional(),
  responseStatus: z.number().optional(),
  responseBody: z.string().optional(),
});
export type TestResult = z.infer<typeof testResult>;

/** Read again after a reload, or after a look at what the endpoint wrote down. */
export const keptTest = (hookId: string): TestResult | undefined => {
  try {
    const kept = testResult.parse(JSON.parse(sessionStorage.getItem(storageKeys.webhookTestResult) ?? ''));
    return kept.hookId === hookId ? kept : undefined;
  } catch {
    return undefined;
  }
};

export const keepTest = (result: TestResult) =>
  sessionStorage.setItem(storageKeys.webhookTestResult, JSON.stringify(result));

type TestPayloadProps = {
  hookId: string;
  /** As they are typed now, saved or not. */
  values: () => WebhookValues;
  events: HookEvent[];
};

/** Sends a sample of each event, and shows what the receiver said to it. */
export const TestPayload = ({ hookId, values, events }: TestPayloadProps) => {
  const t = useT();
  const toast = useToast();
  const test = useWrite(hooks.test, { hideErrors: true });
  const [result, setResult] = useState(() => keptTest(hookId));
  const keep = (outcome: Partial<TestResult>) => {
    const kept = { hookId, at: Date.now(), ...outcome };
    keepTest(kept);
    setResult(kept);
  };
  const send = () => {
    const config = configOf(values());
    if (!hookConfig.safeParse(config).success) return toast.error(t('webhooks.test.fix_first'));
    test.mutate(
      { params: { id: hookId }, body: { events, config } },
      {
        onSuccess: () => keep({ sent: events.length }),
        onError: error => keep({ problem: describeFailure(error, t), ...answerOf(error) }),
      },
    );
  };
  return (
    <>
      <div>
        <Button icon={<Send />} disabled={events.length === 0} isLoading={test.isPending} onClick={send}>
          {t('webhooks.test.send')}
        </Button>
      </div>
      {result && !test.isPending && <Outcome result={result} />}
    </>
  );
};

const Outcome = ({ result }: { result: TestResult }) => {
  const t = useT();
  const { at, sent, problem, responseStatus, responseBody } = result;
  return (
    <>
      <Callout
        tone={problem === undefined ? 'success' : 'danger'}
        title={problem ?? t('webhooks.test.sent', { count: sent ?? 0 })}
      >
        {responseStatus && <div>{t('webhooks.test.answered', { status: String(responseStatus) })}</div>}
        <DateText value={at} as="second" />
      </Callout>
      {responseBody && <CodeBlock code={responseBody} />}
    </>
  );
};

const answerOf = (error: Error) =>
  (error instanceof HttpError ? (error.body?.data ?? {}) : {}) as {
    responseStatus?: number;
    responseBody?: string;
  };
