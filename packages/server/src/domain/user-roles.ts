import { managementRole } from '@gatehouse/contract/dialect.ts';
import type { Kysely } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';

export const heldRoles = async (db: Kysely<Tables>, userId: string) => {
  const rows = await db.selectFrom('usersRoles').select('roleId').where('userId', '=', userId).execute();
  return rows.map(({ roleId }) => roleId);
};

export const missingRoles = async (db: Kysely<Tables>, userId: string, roleIds: string[]) => {
  const held = await heldRoles(db, userId);
  return [...new Set(roleIds)].filter(id => !held.includes(id));
};

export const addRoles = (tx: Write, userId: string, roleIds: string[]) =>
  tx.insertMany(
    'usersRoles',
    roleIds.map(roleId => ({ userId, roleId })),
  );

export const requireUserRoles = async (db: Kysely<Tables>, ids: string[]) => {
  if (ids.length === 0) return;
  if (ids.includes(managementRole.id)) throw new RequestError('role.internal_role_violation');
  const roles = await db.selectFrom('roles').select(['id', 'type']).where('id', 'in', ids).execute();
  const unknown = ids.filter(id => !roles.some(role => role.id === id));
  if (unknown.length)
    throw new RequestError('entity.relation_foreign_key_not_found', { data: { roleIds: unknown } });
  if (roles.some(({ type }) => type !== 'User')) throw new RequestError('user.invalid_role_type');
};
