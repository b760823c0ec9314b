import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { RequestError } from './request-error.ts';

export const findRole = async (db: Kysely<Tables>, id: string) => {
  const role = await db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst();
  if (!role) throw new RequestError('entity.not_exists_with_id', { data: { name: 'role', id } });
  return role;
};
