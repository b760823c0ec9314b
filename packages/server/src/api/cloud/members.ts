import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { tenantMembers as rows } from '@gatehouse/contract/tenant-members.ts';
import { requirePermissionsOf } from '../../domain/grants.ts';
import { findRole } from '../../domain/member-roles.ts';
import {
  listMembers,
  permissionsOfMember,
  removeMember,
  requireHeld,
  setMemberRole,
} from '../../domain/tenant-members.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const tenantMembers = ownTransactions<typeof rows>({
  list: ({ params, tenant: admin }) => admin.database.read(db => listMembers(db, params.tenantId)),

  async setRole({ params: { tenantId, userId }, body, caller, tenant: admin, origin }) {
    await admin.database.write(origin, async tx => {
      const held = await requireHeld(tx.db, tenantId, caller, 'update:member:role');
      const role = await findRole(tx.db, tenantId, body.roleName);
      requirePermissionsOf(held, role.permissions);
      requirePermissionsOf(held, await permissionsOfMember(tx.db, tenantId, userId));
      await setMemberRole(tx, tenantId, userId, role);
    });
  },

  async remove({ params: { tenantId, userId }, caller, tenant: admin, origin }) {
    if (userId !== caller.id && !caller.scopes.has('remove:member')) throw new RequestError('auth.forbidden');
    await admin.database.write(origin, async tx => {
      if (userId !== caller.id) {
        const held = await requireHeld(tx.db, tenantId, caller, 'remove:member');
        requirePermissionsOf(held, await permissionsOfMember(tx.db, tenantId, userId));
      }
      await removeMember(tx, tenantId, userId);
    });
  },

  /** Users can always read themselves, even without permissions. Members can read each other. */
  async listScopes({ params: { tenantId, userId }, caller, tenant: admin }) {
    const organizationId = tenantOrganizationId(tenantId);
    const own = await admin.cached.membership(organizationId, { kind: 'user', id: caller.id });
    if (userId !== caller.id && !own.scopes.has('read:member')) throw new RequestError('auth.forbidden');
    const { scopes, limited } = await admin.cached.membership(organizationId, { kind: 'user', id: userId });
    const others = limited.flatMap(({ permissions }) => permissions).filter(name => !scopes.has(name));
    return [
      ...[...scopes].map(name => ({ name })),
      ...[...new Set(others)].map(name => ({ name, isLimited: true as const })),
    ];
  },
});
