import { configs } from '@gatehouse/contract/configs.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useMutation } from '@tanstack/react-query';
import { keyOf, queryClient, send, useRead } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useCurrentTenant } from '../tenant-gate.tsx';

/** Says what became of the tenant when development tenants came; once it is read, nobody sees it again. */
export const MigrationNotice = () => {
  const t = useT();
  const { name } = useCurrentTenant().tenant;
  const { data } = useRead(configs.readAdminConsole, {}, { hideErrors: true });
  const notification = data?.developmentTenantMigrationNotification;
  const { mutate: markRead, isPending } = useMutation({
    mutationFn: (unread: NonNullable<typeof notification>) =>
      send(configs.updateAdminConsole, {
        body: { developmentTenantMigrationNotification: { ...unread, readAt: Date.now() } },
      }),
    onSuccess: config => queryClient.setQueryData(keyOf(configs.readAdminConsole, {}, 'management'), config),
  });
  if (!notification || notification.readAt !== undefined) return null;
  const close = () => markRead(notification);
  const { tag, isPaidTenant } = notification;
  return (
    <Dialog
      isOpen
      size="small"
      onClose={close}
      title={t('notices.migration.title', { name })}
      actions={
        <Button variant="primary" isLoading={isPending} onClick={close}>
          {t('general.got_it')}
        </Button>
      }
    >
      <Text isBlock>{t(`notices.migration.${tag}`)}</Text>
      {isPaidTenant && <Text isBlock>{t('notices.migration.paid')}</Text>}
    </Dialog>
  );
};
