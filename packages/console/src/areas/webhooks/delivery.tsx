import type { HookEvent } from '@gatehouse/contract/events.ts';
import { type HookDelivery, hookDelivery } from '@gatehouse/contract/hooks.ts';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useT } from '../../phrases.tsx';

/** The keys of deliveries are those of their events, with a word before. */
export const eventOf = ({ key }: Pick<HookDelivery, 'key'>) => key.replace(/^TriggerHook\./, '') as HookEvent;

/** An entry of the audit log, if it is a delivery of this webhook: an address can name any entry. */
export const asDeliveryOf = (hookId: string, entry: unknown): HookDelivery | undefined => {
  const { data } = hookDelivery.safeParse(entry);
  return data?.payload.hookId === hookId ? data : undefined;
};

/** The status of the receiver's response, and the number of the attempt. */
export const DeliveryStatus = ({ delivery: { payload } }: { delivery: HookDelivery }) => {
  const t = useT();
  const { result, response, attempt = 1, replayOf } = payload;
  return (
    <Row gap={2}>
      <Tag tone={result === 'Success' ? 'success' : 'danger'}>
        {response ? String(response.statusCode) : t('webhooks.requests.no_answer')}
      </Tag>
      {attempt > 1 && <Tag>{t('webhooks.requests.attempt', { attempt: String(attempt) })}</Tag>}
      {replayOf && <Tag>{t('webhooks.requests.replayed')}</Tag>}
    </Row>
  );
};
