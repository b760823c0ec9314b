import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Each tenant has exactly one. */
const query = (db: Kysely<Tables>) =>
  db.selectFrom('signInExperiences').selectAll().where('id', '=', 'default');

export const loadSignInExperience = async (db: Kysely<Tables>) =>
  (await query(db).executeTakeFirstOrThrow()) as SignInExperience;

/** The same, held until the end of the transaction, for writes that depend on the settings before. */
export const lockSignInExperience = async (db: Kysely<Tables>) =>
  (await query(db).forUpdate().executeTakeFirstOrThrow()) as SignInExperience;
