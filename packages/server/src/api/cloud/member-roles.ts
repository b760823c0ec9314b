import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { memberRoles as rows } from '@gatehouse/contract/member-roles.ts';
import { requirePermissionsOf } from '../../domain/grants.ts';
import {
  createRole,
  deleteRole,
  findOwnRole,
  listRoles,
  readOwnRole,
  updateRole,
} from '../../domain/member-roles.ts';
import { heldRoles } from '../../domain/membership.ts';
import { requireHeld } from '../../domain/tenant-members.ts';
import { ownTransactions } from '../../http/implement.ts';

export const memberRoles = ownTransactions<typeof rows>({
  list: ({ params: { tenantId }, caller, tenant: admin, services }) =>
    admin.database.read(async db => {
      const withBilling = services.env.GATEHOUSE_EDITION === 'cloud';
      const roles = await listRoles(db, tenantId, { withBilling });
      const held = await heldRoles(db, tenantOrganizationId(tenantId), [caller.id]);
      if (!held.some(({ limited }) => limited)) return roles;
      // The limits of others name objects out of reach.
      return roles.filter(({ id, limits }) => limits === null || held.some(role => role.id === id));
    }),

  create: ({ params: { tenantId }, body, caller, tenant: admin, origin }) =>
    admin.database.write(origin, async tx => {
      const held = await requireHeld(tx.db, tenantId, caller, 'update:member:role');
      requirePermissionsOf(held, body.permissions);
      const id = await createRole(tx, tenantId, {
        ...body,
        description: body.description ?? null,
        limits: body.limits ?? null,
      });
      return readOwnRole(tx.db, tenantId, id);
    }),

  update: ({ params: { tenantId, roleId }, body, caller, tenant: admin, origin }) =>
    admin.database.write(origin, async tx => {
      const held = await requireHeld(tx.db, tenantId, caller, 'update:member:role');
      const before = await findOwnRole(tx.db, tenantId, roleId);
      const after = { ...before, ...body };
      requirePermissionsOf(held, [...before.permissions, ...after.permissions]);
      await updateRole(tx, tenantId, before, after);
      return readOwnRole(tx.db, tenantId, roleId);
    }),

  async delete({ params: { tenantId, roleId }, caller, tenant: admin, origin }) {
    await admin.database.write(origin, async tx => {
      const held = await requireHeld(tx.db, tenantId, caller, 'update:member:role');
      const role = await findOwnRole(tx.db, tenantId, roleId);
      requirePermissionsOf(held, role.permissions);
      await deleteRole(tx, tenantId, role);
    });
  },
});
