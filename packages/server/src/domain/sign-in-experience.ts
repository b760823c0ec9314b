import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import type { PublicSignInExperience } from '@gatehouse/contract/well-known.ts';
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

/** What anybody may see. Connectors are none yet. */
export const publicSignInExperience = (
  { forgotPasswordMethods: _, ...experience }: SignInExperience,
  isDevelopmentTenant: boolean,
): PublicSignInExperience => ({
  ...experience,
  socialConnectors: [],
  ssoConnectors: [],
  forgotPassword: { email: false, phone: false },
  isDevelopmentTenant,
});
