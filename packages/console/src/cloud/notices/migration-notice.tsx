import { configs } from '@gatehouse/contract/configs.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useMutation } from '@tanstack/react-query';
import { keyOf, queryClient, send, useRead } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useCurrentTenant } from '../current-tenant.ts';
/**
 * Offers production to a development tenant that serves real users, and says when it has moved there. Once it is read, no
 * member sees it again.
 */
export const MigrationNotice = () => {
  const t = useT();
  const goTo = useGoTo();
  const { tenant, may } = useCurrentTenant();
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
  const isOffer = tag === 'development';
  const mayMove = isOffer && may('manage:tenant');
  const move = () => {
    close();
    goTo(paths.moveToProduction());
  };
  return (
    <Dialog
      isOpen
      size="small"
      onClose={close}
      title={t('notices.migration.title', { name: tenant.name })}
      actions={
        <>
          <Button variant={mayMove ? 'secondary' : 'primary'} isLoading={isPending} onClick={close}>
            {t('general.got_it')}
          </Button>
          {mayMove && (
            <Button variant="primary" onClick={move}>
              {t('tenant_settings.move.action')}
            </Button>
          )}
        </>
      }
    >
      <Text isBlock>{t(`notices.migration.${tag}`)}</Text>
      {isOffer && !mayMove && (
        <Text tone="soft" isBlock>
          {t('notices.ask_administrator')}
        </Text>
      )}
      {isPaidTenant && <Text isBlock>{t('notices.migration.paid')}</Text>}
    </Dialog>
  );
};
