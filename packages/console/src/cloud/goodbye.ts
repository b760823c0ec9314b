import { tenantMembers } from '@gatehouse/contract/tenant-members.ts';
import { type Tenant, tenants } from '@gatehouse/contract/tenants.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useMutation } from '@tanstack/react-query';
import { memberOf, send } from '../api.ts';
import { useGoTo } from '../link.tsx';
import { useT } from '../phrases.tsx';
import { useAccount } from '../session/account.ts';
import { tenantList } from '../session/cloud-tenants.tsx';

type Goodbye = {
  tenant: Pick<Tenant, 'id' | 'name'>;
  kind: 'leave' | 'delete';
  act: () => Promise<unknown>;
  mustTypeName?: boolean;
};

/** Confirms, acts, and continues without the tenant. Its queries are not refetched, because they would fail. */
const useGoodbye = ({ tenant: { id, name }, kind, act, mustTypeName }: Goodbye) => {
  const t = useT();
  const confirm = useConfirm();
  const toast = useToast();
  const goTo = useGoTo();
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

export const useLeaveTenant = (tenant: Goodbye['tenant']) => {
  const { data: account } = useAccount();
  const params = { tenantId: tenant.id, userId: account?.id ?? '' };
  const leaving = useGoodbye({
    tenant,
    kind: 'leave',
    act: () => send(tenantMembers.remove, { params }, memberOf(tenant.id)),
  });
  return { ...leaving, isReady: account !== undefined };
};

export const useDeleteTenant = (tenant: Goodbye['tenant']) =>
  useGoodbye({
    tenant,
    kind: 'delete',
    mustTypeName: true,
    act: () => send(tenants.delete, { params: { tenantId: tenant.id } }, 'cloud'),
  });
