import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Each tenant has exactly one. */
export const loadSignInExperience = async (db: Kysely<Tables>): Promise<SignInExperience> => {
  const row = await db
    .selectFrom('signInExperiences')
    .selectAll()
    .where('id', '=', 'default')
    .executeTakeFirstOrThrow();
  return row as SignInExperience;
};
