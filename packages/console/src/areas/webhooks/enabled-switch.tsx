import { type Hook, hooks } from '@gatehouse/contract/hooks.ts';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { startTransition, useOptimistic } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';

/** Turns a webhook on or off at once; it goes back by itself when the server refuses. */
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
        // What went wrong is told where all failed writes are.
        () => undefined,
      );
    });
  return <Switch aria-label={t('webhooks.enable_named', { name })} value={isShownOn} onChange={set} />;
};
