import { type HookDelivery, hooks } from '@gatehouse/contract/hooks.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Repeat } from 'lucide-react';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { eventOf } from './delivery.tsx';

type DeliveryProps = { delivery: HookDelivery };

/** Sends the same request again, and shows the result. */
export const SendAgainButton = ({ hookId, logId }: { hookId: string; logId: string }) => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const replay = useWrite(hooks.replay);
  const sendAgain = () =>
    replay.mutate(
      { params: { id: hookId, logId } },
      {
        onSuccess: sent => {
          toast.success(t('webhooks.requests.sent_again'));
          goTo(paths.webhookRequest(hookId, sent.id));
        },
      },
    );
  return (
    <Button icon={<Repeat />} isLoading={replay.isPending} onClick={sendAgain}>
      {t('webhooks.requests.send_again')}
    </Button>
  );
};

export const DeliveryProblem = ({ delivery: { payload } }: DeliveryProps) => {
  const t = useT();
  const { error: problem } = payload;
  if (problem === undefined) return null;
  return (
    <Callout tone="warning" title={t('webhooks.requests.failed')}>
      {typeof problem === 'string' ? problem : JSON.stringify(problem)}
    </Callout>
  );
};

export const SentRequest = ({ delivery }: DeliveryProps) => {
  const t = useT();
  const { hookRequest } = delivery.payload;
  if (!hookRequest) return null;
  const headers = Object.entries(hookRequest.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      {headers.length > 0 && <CodeBlock label={t('webhooks.requests.headers')} code={headers.join('\n')} />}
      <CodeBlock label={t('webhooks.requests.body')} code={JSON.stringify(hookRequest.body, undefined, 2)} />
    </>
  );
};

/** The body of the receiver's response, which is already parsed if it was JSON. */
const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body, undefined, 2));

export const ReceivedResponse = ({ delivery }: DeliveryProps) => {
  const t = useT();
  const { response } = delivery.payload;
  if (!response) return t('webhooks.requests.no_answer');
  return <CodeBlock label={String(response.statusCode)} code={textOf(response.body)} />;
};

export const DeliveryFacts = ({ delivery }: DeliveryProps) => {
  const t = useT();
  const { hookRequest, latencyMs, retryAt } = delivery.payload;
  return (
    <KeyValueList
      items={[
        {
          key: t('webhooks.requests.time'),
          value: <DateText value={delivery.createdAt} as="second" />,
        },
        { key: t('webhooks.requests.event'), value: <CopyText text={eventOf(delivery)} /> },
        ...(hookRequest ? [{ key: t('webhooks.url'), value: <CopyText text={hookRequest.url} /> }] : []),
        ...(latencyMs === undefined
          ? []
          : [
              {
                key: t('webhooks.requests.latency'),
                value: t('webhooks.requests.milliseconds', { count: Math.round(latencyMs) }),
              },
            ]),
        ...(retryAt === undefined
          ? []
          : [
              {
                key: t('webhooks.requests.retry_at'),
                value: <DateText value={retryAt} as="second" />,
              },
            ]),
      ]}
    />
  );
};
