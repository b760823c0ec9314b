import { hookEvents } from '@gatehouse/contract/events.ts';
import { type Hook, type HookDelivery, hooks } from '@gatehouse/contract/hooks.ts';
import { logResults, logs } from '@gatehouse/contract/logs.ts';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Send } from 'lucide-react';
import { send } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { queryOfTimeRange, TimeRangeFilter } from '../../templates/time-range-filter.tsx';
import { asDeliveryOf, DeliveryStatus, eventOf } from './delivery.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { useEventWords } from './events.tsx';

/** Deliveries of the last day, with their responses. */
export const WebhookRequests = () => {
  const t = useT();
  const describe = useEventWords();
  const { id } = useEntity<Hook>();
  return (
    <EntityList
      row={hooks.listRecentLogs}
      params={{ id }}
      words="webhooks.requests"
      icon={Send}
      illustration={<Illustration of="webhooks" />}
      isTab
      isLive
      nameOf={delivery => describe(eventOf(delivery))}
      readRow={async logId => asDeliveryOf(id, await send(logs.read, { params: { id: logId } }))}
      rowPanel={(delivery, moves) => <DeliveryPanel hookId={id} delivery={delivery} {...moves} />}
      filters={[
        {
          name: 'event',
          queryName: 'logKey',
          label: t('webhooks.requests.event'),
          options: hookEvents.map(event => ({
            value: `TriggerHook.${event}`,
            label: describe(event),
          })),
        },
        {
          name: 'result',
          label: t('webhooks.requests.status'),
          options: logResults.map(value => ({ value, label: t(`webhooks.requests.results.${value}`) })),
        },
        {
          name: 'time',
          label: t('webhooks.requests.time'),
          query: queryOfTimeRange,
          control: (value, onChange) => <TimeRangeFilter value={value} onChange={onChange} />,
        },
      ]}
      columns={[
        {
          id: 'event',
          header: t('webhooks.requests.event'),
          cell: (delivery: HookDelivery) => (
            <EntityName name={describe(eventOf(delivery))} detail={eventOf(delivery)} />
          ),
        },
        {
          id: 'status',
          header: t('webhooks.requests.status'),
          cell: (delivery: HookDelivery) => <DeliveryStatus delivery={delivery} />,
        },
        {
          id: 'latency',
          givesWay: true,
          header: t('webhooks.requests.latency'),
          cell: ({ payload: { latencyMs } }: HookDelivery) =>
            latencyMs !== undefined && (
              <Text tone="soft">{t('webhooks.requests.milliseconds', { count: Math.round(latencyMs) })}</Text>
            ),
        },
        {
          id: 'time',
          header: t('webhooks.requests.time'),
          cell: ({ createdAt }: HookDelivery) => <DateText value={createdAt} as="second" />,
        },
      ]}
    />
  );
};
