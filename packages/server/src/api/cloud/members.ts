import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { tenantMembers as rows } from '@gatehouse/contract/tenant-members.ts';
import { listMembers, removeMember, requireHeld, setMemberRole } from '../../domain/tenant-members.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { requireGrantable } from './grantable.ts';

export const tenantMembers = ownTransactions<typeof rows>({
  list: ({ params, tenant: admin }) => admin.database.read(db => listMembers(db, params.tenantId)),

  async setRole({ params: { tenantId, userId }, body, caller, tenant: admin, origin }) {
    requireGrantable(caller, body.roleName);
    await admin.database.write(origin, async tx => {
      await requireHeld(tx.db, tenantId, caller, 'update:member:role');
      await setMemberRole(tx, tenantId, userId, body.roleName);
    });
  },

  async remove({ params: { tenantId, userId }, caller, tenant: admin, origin }) {
    if (userId !== caller.id && !caller.scopes.has('remove:member')) throw new RequestError('auth.forbidden');
    await admin.database.write(origin, async tx => {
      if (userId !== caller.id) await requireHeld(tx.db, tenantId, caller, 'remove:member');
      await removeMember(tx, tenantId, userId);
    });
  },

  /** Users can always read themselves, even without permissions. Members can read each other. */
  async listScopes({ params: { tenantId, userId }, caller, tenant: admin }) {
    const organizationId = tenantOrganizationId(tenantId);
    const own = await admin.cached.memberScopes(organizationId, { kind: 'user', id: caller.id });
    if (userId !== caller.id && !own.has('read:member')) throw new RequestError('auth.forbidden');
    const names = await admin.cached.memberScopes(organizationId, { kind: 'user', id: userId });
    return [...names].map(name => ({ name }));
  },
});
