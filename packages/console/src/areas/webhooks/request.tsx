import { type HookDelivery, hookDelivery, hooks } from '@gatehouse/contract/hooks.ts';
import { logs } from '@gatehouse/contract/logs.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useParams } from '@tanstack/react-router';
import { Repeat, Send } from 'lucide-react';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { DeliveryStatus, eventOf } from './delivery.tsx';
import { useEventWords } from './events.tsx';

/** What a receiver answered: JSON comes parsed. */
const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body, undefined, 2));

/** One request to a receiver: what was sent, what came back, and a button to send it again. */
export const WebhookRequest = () => {
  const t = useT();
  const describe = useEventWords();
  const goTo = useGoTo();
  const toast = useToast();
  const { id = '', logId = '' } = useParams({ strict: false }) as { id?: string; logId?: string };
  const { data, failure, isMissing } = useReadOrFailure(logs.read, { params: { id: logId } });
  const replay = useWrite(hooks.replay);
  const { data: delivery, success } = hookDelivery.safeParse(data);
  if (isMissing || (data && !success)) return <NotFound />;
  const { hookRequest, response, error: problem } = delivery?.payload ?? {};
  const headers = Object.entries(hookRequest?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const sendAgain = () =>
    replay.mutate(
      { params: { id, logId } },
      {
        onSuccess: sent => {
          toast.success(t('webhooks.requests.sent_again'));
          goTo(paths.webhookRequest(id, sent.id));
        },
      },
    );
  return (
    <DetailPage
      back={{ href: paths.webhook(id, 'recent-requests'), label: t('webhooks.tabs.recent-requests') }}
      name={delivery && describe(eventOf(delivery))}
      failure={failure}
      icon={
        <EntityIcon size="large">
          <Send />
        </EntityIcon>
      }
      tags={delivery && <DeliveryStatus delivery={delivery} />}
      copyableId={logId}
      actions={
        hookRequest && (
          <Button icon={<Repeat />} isLoading={replay.isPending} onClick={sendAgain}>
            {t('webhooks.requests.send_again')}
          </Button>
        )
      }
    >
      {problem !== undefined && (
        <Callout tone="warning" title={t('webhooks.requests.failed')}>
          {typeof problem === 'string' ? problem : JSON.stringify(problem)}
        </Callout>
      )}
      {delivery && (
        <FormSections>
          <FormSection title={t('webhooks.requests.facts')}>
            <DeliveryFacts delivery={delivery} />
          </FormSection>
          {hookRequest && (
            <FormSection title={t('webhooks.requests.request')} help={t('webhooks.requests.request_help')}>
              {headers.length > 0 && (
                <CodeBlock label={t('webhooks.requests.headers')} code={headers.join('\n')} />
              )}
              <CodeBlock
                label={t('webhooks.requests.body')}
                code={JSON.stringify(hookRequest.body, undefined, 2)}
              />
            </FormSection>
          )}
          <FormSection title={t('webhooks.requests.response')} help={t('webhooks.requests.response_help')}>
            {response ? (
              <CodeBlock label={String(response.statusCode)} code={textOf(response.body)} />
            ) : (
              t('webhooks.requests.no_answer')
            )}
          </FormSection>
        </FormSections>
      )}
    </DetailPage>
  );
};

const DeliveryFacts = ({ delivery }: { delivery: HookDelivery }) => {
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
