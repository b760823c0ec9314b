import { cloudAccount } from '@gatehouse/contract/cloud-account.ts';
import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { tenantMembers } from '@gatehouse/contract/tenant-members.ts';
import { type DeletionIssue, deletionIssues, type Tenant, tenants } from '@gatehouse/contract/tenants.ts';
import { send } from '../api.ts';
import { bootstrap } from '../bootstrap.ts';
import { currentLanguage } from '../phrases.tsx';
import { sendThrough } from '../request.ts';
import { currentClaims, organizationTokenFor } from '../session/client.ts';

export type Deletion = {
  userId: string;
  /** What keeps the account from being deleted, by tenant. */
  obstacles: { tenant: Tenant; issues: DeletionIssue[] }[];
  toDelete: Tenant[];
  toLeave: Tenant[];
};

/** What deleting the account would do; nothing when the ID token does not say who is who. */
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
    toDelete: all.filter(isAdministrator),
    toLeave: all.filter(tenant => !isAdministrator(tenant)),
  };
};

export type DeletionStep =
  | { kind: 'deleting_tenant' | 'leaving_tenant'; name: string }
  | { kind: 'deleting_account' };

/** One after the other: what failed can be tried again, and what is done stays done. */
export const deleteEverything = async (
  { userId, toDelete, toLeave }: Deletion,
  onStep: (step: DeletionStep) => void,
) => {
  for (const { id, name } of toDelete) {
    onStep({ kind: 'deleting_tenant', name });
    await send(tenants.delete, { params: { tenantId: id } }, 'cloud');
  }
  for (const { id, name } of toLeave) {
    onStep({ kind: 'leaving_tenant', name });
    await sendAsMember(id)(tenantMembers.remove, { params: { tenantId: id, userId } });
  }
  onStep({ kind: 'deleting_account' });
  await send(cloudAccount.delete, {}, 'cloud');
};

const sendAsMember = (tenantId: string) =>
  sendThrough({
    baseUrl: `${bootstrap.adminEndpoint}/api`,
    token: () => organizationTokenFor(tenantOrganizationId(tenantId)),
    language: currentLanguage,
  });
