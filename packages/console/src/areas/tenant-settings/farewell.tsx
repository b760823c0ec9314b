import { tenantMembers } from '@gatehouse/contract/tenant-members.ts';
import { deletionIssues, tenants } from '@gatehouse/contract/tenants.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useMutation } from '@tanstack/react-query';
import { memberOf, send } from '../../api.ts';
import { useCurrentTenant } from '../../cloud/tenant-gate.tsx';
import { useGoTo } from '../../link.tsx';
import { useT } from '../../phrases.tsx';
import { useAccount } from '../../session/account.ts';
import { tenantList } from '../../session/cloud-tenants.tsx';

type Goodbye = { kind: 'leave' | 'delete'; act: () => Promise<unknown>; mustTypeName?: boolean };

/** Asks, acts, and goes on without the tenant. Its caches are not asked again: nobody would answer. */
const useGoodbye = ({ kind, act, mustTypeName }: Goodbye) => {
  const t = useT();
  const confirm = useConfirm();
  const toast = useToast();
  const goTo = useGoTo();
  const { id, name } = useCurrentTenant().tenant;
  const { mutateAsync, isPending } = useMutation({ mutationFn: act });
  const start = async () => {
    const [isConfirmed] = await confirm({
      title: t(`tenant_settings.${kind}.title`, { name }),
      body: t(`tenant_settings.${kind}.text`, { name }),
      confirmLabel: t(`tenant_settings.${kind}.action`),
      isDanger: true,
      nameToType: mustTypeName ? name : undefined,
    });
    if (!isConfirmed) return;
    const isDone = await mutateAsync().then(
      () => true,
      () => false,
    );
    if (!isDone) return;
    toast.success(t(`tenant_settings.${kind}.done`, { name }));
    tenantList.remove(id);
    goTo('/');
  };
  return { start, isPending };
};

/** The ways to be rid of a tenant. */
export const Farewell = () => {
  const t = useT();
  const { tenant, may } = useCurrentTenant();
  const { data: account } = useAccount();
  const tenantId = tenant.id;
  const issues = deletionIssues(tenant);
  const leaving = useGoodbye({
    kind: 'leave',
    act: () =>
      send(tenantMembers.remove, { params: { tenantId, userId: account?.id ?? '' } }, memberOf(tenantId)),
  });
  const deletion = useGoodbye({
    kind: 'delete',
    mustTypeName: true,
    act: () => send(tenants.delete, { params: { tenantId } }, 'cloud'),
  });
  return (
    <FormSections>
      <FormSection title={t('tenant_settings.leave.action')} help={t('tenant_settings.leave.help')}>
        <Row>
          <Button isLoading={leaving.isPending} disabled={!account} onClick={() => void leaving.start()}>
            {t('tenant_settings.leave.action')}
          </Button>
        </Row>
      </FormSection>
      {may('manage:tenant') && (
        <FormSection title={t('tenant_settings.delete.action')} help={t('tenant_settings.delete.help')}>
          {issues.length > 0 && (
            <Stack gap={2}>
              <Text tone="soft">{t('tenant_settings.delete.first')}</Text>
              <BulletList
                items={issues.map(issue => ({
                  key: issue,
                  content: t(`tenant_settings.delete.issues.${issue}`),
                }))}
              />
            </Stack>
          )}
          <Row>
            <Button
              variant="danger"
              disabled={issues.length > 0}
              isLoading={deletion.isPending}
              onClick={() => void deletion.start()}
            >
              {t('tenant_settings.delete.action')}
            </Button>
          </Row>
        </FormSection>
      )}
    </FormSections>
  );
};
