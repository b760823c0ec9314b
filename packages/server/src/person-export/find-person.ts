import { type Kysely, sql } from 'kysely';
import type { TenantDatabase } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { UserRow } from '../domain/user-row.ts';
import { RequestError } from '../request-error.ts';
/** Users that were deleted may be exported until they are erased. */
export type Person = { user: UserRow; isDeleted: boolean };

/** A user, or what history kept of one that was deleted. Refused once the personal data is erased. */
export const findPerson = (tenant: TenantDatabase, userId: string): Promise<Person> =>
  tenant.read(async db => {
    const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
    if (user) return { user, isDeleted: false };
    const key = await db
      .selectFrom('personKeys')
      .select('erasedAt')
      .where('subject', '=', userId)
      .executeTakeFirst();
    if (key?.erasedAt) throw new RequestError('user.erased');
    const last = await readLast(tenant, db, userId);
    if (!key && !last)
      throw new RequestError('entity.not_exists_with_id', { data: { name: 'user', id: userId } });
    return { user: await rowOf(db, { id: userId, ...last }), isDeleted: true };
  });

/** The row at its deletion. Retention may have removed the change before the other data. */
const readLast = async (tenant: TenantDatabase, db: Kysely<Tables>, userId: string) => {
  const deletions = await db
    .selectFrom('changes')
    .select('entries')
    .where('objectKind', 'in', ['user', 'users'])
    .where('objectId', '=', userId)
    .where(
      sql<boolean>`exists (
        select from jsonb_array_elements(entries) entry
        where entry ->> 'table' = 'users' and entry -> 'key' ->> 'id' = ${userId} and entry -> 'after' = 'null')`,
    )
    .orderBy('createdAt', 'desc')
    .limit(1)
    .execute();
  const [deletion] = await tenant.open(db, deletions);
  return deletion?.value.entries.find(({ table, key }) => table === 'users' && key.id === userId)?.before;
};

/** History keeps fingerprints of secrets: factors cannot be read from them. */
const rowOf = async (db: Kysely<Tables>, { mfa_verifications: _, ...kept }: Record<string, unknown>) => {
  const row = {
    profile: {},
    identities: {},
    custom_data: {},
    mfa_config: {},
    mfa_verifications: [],
    ...kept,
  };
  const { rows } = await sql<UserRow>`
    select populated.* from jsonb_populate_record(null::users, ${JSON.stringify(row)}::jsonb) populated`.execute(
    db,
  );
  return rows[0]!;
};
