import { cloudAccount } from '@gatehouse/contract/cloud-account.ts';
import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { type TenantMember, tenantMembers } from '@gatehouse/contract/tenant-members.ts';
import { type DeletionIssue, deletionIssues, type Tenant, tenants } from '@gatehouse/contract/tenants.ts';
import { send } from '../api.ts';
import { bootstrap } from '../bootstrap.ts';
import { currentLanguage } from '../phrases.tsx';
import { sendThrough } from '../request.ts';
import { currentClaims, organizationTokenFor } from '../session/client.ts';

export type Deletion = {
  userId: string;
  /** Reasons the account cannot be deleted, by tenant. */
  obstacles: { tenant: Tenant; issues: DeletionIssue[] }[];
  toDelete: TenantToDelete[];
  toLeave: Tenant[];
};

/** A tenant that goes with the account, and the people who would lose it. */
export type TenantToDelete = { tenant: Tenant; others: TenantMember[] };

/** The new owner of each tenant, by tenant ID. */
export type Successors = Readonly<Record<string, string>>;

/** The effects of deleting the account. Undefined if the ID token lacks the user ID or the roles. */
export const planDeletion = async (): Promise<Deletion | undefined> => {
  const { sub, organization_roles: roles } = await currentClaims();
  if (!sub || !roles) return undefined;
  const all = await send(tenants.list, {}, 'cloud');
  const isAdministrator = ({ id }: Tenant) => roles.includes(`${tenantOrganizationId(id)}:admin`);
  return {
    userId: sub,
    obstacles: all
      .map(tenant => ({ tenant, issues: deletionIssues(tenant) }))
      .filter(({ issues }) => issues.length > 0),
    toDelete: await Promise.all(all.filter(isAdministrator).map(tenant => withOthers(tenant, sub))),
    toLeave: all.filter(tenant => !isAdministrator(tenant)),
  };
};

const withOthers = async (tenant: Tenant, userId: string): Promise<TenantToDelete> => {
  const members = await sendAsMember(tenant.id)(tenantMembers.list, { params: { tenantId: tenant.id } });
  return { tenant, others: members.filter(({ id }) => id !== userId) };
};

export type DeletionStep =
  | { kind: 'deleting_tenant' | 'leaving_tenant' | 'handing_over'; name: string }
  | { kind: 'deleting_account' };

/** One after the other: what failed can be tried again, and what is done stays done. */
export const deleteEverything = async (
  { userId, toDelete, toLeave }: Deletion,
  successors: Successors,
  onStep: (step: DeletionStep) => void,
) => {
  for (const { tenant } of toDelete) {
    const { id: tenantId, name } = tenant;
    const successor = successors[tenantId];
    onStep({ kind: successor ? 'handing_over' : 'deleting_tenant', name });
    if (successor) await handOver(tenantId, { from: userId, to: successor });
    else await send(tenants.delete, { params: { tenantId } }, 'cloud');
  }
  for (const { id, name } of toLeave) {
    onStep({ kind: 'leaving_tenant', name });
    await sendAsMember(id)(tenantMembers.remove, { params: { tenantId: id, userId } });
  }
  onStep({ kind: 'deleting_account' });
  await send(cloudAccount.delete, {}, 'cloud');
};

/** The new administrator first: a tenant is never without one. */
const handOver = async (tenantId: string, { from, to }: { from: string; to: string }) => {
  const sendHere = sendAsMember(tenantId);
  await sendHere(tenantMembers.setRole, { params: { tenantId, userId: to }, body: { roleName: 'admin' } });
  await sendHere(tenantMembers.remove, { params: { tenantId, userId: from } });
};

const sendAsMember = (tenantId: string) =>
  sendThrough({
    baseUrl: `${bootstrap.adminEndpoint}/api`,
    token: () => organizationTokenFor(tenantOrganizationId(tenantId)),
    language: currentLanguage,
  });
