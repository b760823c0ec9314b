import { type Hook, hooks } from '@gatehouse/contract/hooks.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Outlet } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { startTransition, useOptimistic } from 'react';
import { useWrite } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { nameColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { eventsOf, useEventWords } from './events.tsx';
import { SuccessRate, useDeleteWebhook } from './webhook.tsx';

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
        illustration={<Illustration of="webhooks" />}
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

/** Turns a webhook on or off optimistically, and reverts when the server refuses. */
export const EnabledSwitch = ({ hook: { id, name, enabled } }: { hook: Hook }) => {
  const t = useT();
  const toast = useToast();
  const update = useWrite(hooks.update);
  const [isShownOn, show] = useOptimistic(enabled);
  const set = (isOn: boolean) =>
    startTransition(async () => {
      show(isOn);
      await update.mutateAsync({ params: { id }, body: { enabled: isOn } }).then(
        () => toast.success(t(isOn ? 'webhooks.turned_on' : 'webhooks.turned_off', { name })),
        // The failed write reports its error.
        () => undefined,
      );
    });
  return <Switch aria-label={t('webhooks.enable_named', { name })} value={isShownOn} onChange={set} />;
};
