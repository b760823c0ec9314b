import { type Hook, hooks } from '@gatehouse/contract/hooks.ts';
import { Text } from '@gatehouse/ui/text.tsx';
import { Outlet } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { nameColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDeleteWebhook } from './delete.ts';
import { EnabledSwitch } from './enabled-switch.tsx';
import { eventsOf, useEventWords } from './events.ts';
import { SuccessRate } from './success-rate.tsx';

export const WebhookList = () => {
  const t = useT();
  const describe = useEventWords();
  const deletion = useDeleteWebhook();
  return (
    <>
      <EntityList
        row={hooks.list}
        query={{ includeExecutionStats: 'true' }}
        words="webhooks"
        icon={Webhook}
        create={{ href: paths.createWebhook() }}
        rowHref={({ id }) => paths.webhook(id)}
        deletion={deletion}
        bulk={[deletion.many]}
        columns={[
          nameColumn(t('webhooks.webhook'), {
            icon: () => <Webhook />,
            detail: ({ config }: Hook) => config.url,
          }),
          {
            id: 'events',
            header: t('webhooks.events_title'),
            cell: (hook: Hook) => {
              const [first, ...rest] = eventsOf(hook);
              return (
                <Text tone="soft">
                  {first && describe(first)}
                  {rest.length > 0 && ` ${t('webhooks.more_events', { count: rest.length })}`}
                </Text>
              );
            },
          },
          {
            id: 'rate',
            header: t('webhooks.last_day'),
            cell: ({ executionStats }: Hook) => <SuccessRate stats={executionStats} />,
          },
          {
            id: 'enabled',
            header: t('webhooks.enabled'),
            cell: (hook: Hook) => <EnabledSwitch hook={hook} />,
          },
        ]}
      />
      <Outlet />
    </>
  );
};
