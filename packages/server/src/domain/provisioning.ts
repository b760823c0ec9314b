import type { Kysely } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { domainOf } from '../email-addresses.ts';
import { tellMembership } from './organizations.ts';
import { addRelated } from './relations.ts';

/** The organizations that users with a verified address of a domain join. */
export const organizationsOfAddress = async (db: Kysely<Tables>, address: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('organizationJitEmailDomains')
    .select('organizationId')
    .where('emailDomain', '=', domainOf(address))
    .execute();
  return rows.map(({ organizationId }) => organizationId);
};

/** Makes a user a member of organizations, with the roles that newcomers get there. Those that are gone are left out. */
export const joinOrganizations = async (tx: Write, userId: string, ids: readonly string[]) => {
  if (ids.length === 0) return;
  const there = await tx.db.selectFrom('organizations').select('id').where('id', 'in', ids).execute();
  const { added } = await addRelated(
    tx,
    { table: 'organizationUsers', parent: { userId }, column: 'organizationId' },
    there.map(({ id }) => id),
  );
  if (added.length === 0) return;
  const roles = await tx.db
    .selectFrom('organizationJitRoles')
    .select(['organizationId', 'organizationRoleId'])
    .where('organizationId', 'in', added)
    .execute();
  await tx.insertMany(
    'organizationUserRoles',
    roles.map(role => ({ ...role, userId })),
  );
  for (const id of added) tellMembership(tx, 'user', id, { added: [userId], removed: [] });
};
