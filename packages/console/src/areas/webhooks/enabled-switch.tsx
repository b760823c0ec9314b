import { type Hook, hooks } from '@gatehouse/contract/hooks.ts';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';

/** Turns a webhook on or off at once. */
export const EnabledSwitch = ({ hook: { id, name, enabled } }: { hook: Hook }) => {
  const t = useT();
  const toast = useToast();
  const update = useWrite(hooks.update);
  const set = (isOn: boolean) =>
    update.mutate(
      { params: { id }, body: { enabled: isOn } },
      { onSuccess: () => toast.success(t(isOn ? 'webhooks.turned_on' : 'webhooks.turned_off', { name })) },
    );
  return (
    <Switch
      aria-label={t('webhooks.enable_named', { name })}
      value={update.isPending ? !enabled : enabled}
      onChange={set}
    />
  );
};
