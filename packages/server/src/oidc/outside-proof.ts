import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { findRelatedUser, findUserByIdentity } from '../domain/identities.ts';
import type { Proof } from '../domain/sign-in/situation.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { UserRow } from '../domain/user-row.ts';
import { domainOf } from '../email-addresses.ts';
import { RequestError } from '../request-error.ts';
import type { ExperienceState, Verification } from './interaction-state.ts';
export type OutsideVerification = Extract<Verification, { type: 'Social' | 'EnterpriseSso' }>;

export const isOutside = (verification: Verification): verification is OutsideVerification =>
  verification.type === 'Social' || verification.type === 'EnterpriseSso';

/** The verification with a social or enterprise account that identified the user of the interaction. */
export const outsideOf = ({ proof, verifications }: ExperienceState) =>
  verifications.filter(isOutside).find(({ type, isVerified }) => isVerified && type === proof?.type);

/**
 * The user that a social or enterprise account belongs to. A user with the same address, for which the provider
 * vouches, can be linked to it: by choice of the user or the tenant, and always by the enterprise that owns the domain. A
 * test brings domains that are not saved yet.
 */
export const resolveOutside = async (
  tenant: Tenant,
  event: ExperienceState['event'],
  verification: OutsideVerification,
  { wantsLink = false, domains }: { wantsLink?: boolean; domains?: readonly string[] } = {},
): Promise<{ proof: Proof; user: UserRow | undefined }> => {
  const { type, account } = verification;
  if (!account) throw new RequestError('session.verification_failed');
  const { socialSignIn, ssoConnectors } = await tenant.cached.signInConfiguration();
  return tenant.database.read(async db => {
    const owner = await findOwner(db, verification, account.id);
    const related = owner ? undefined : await findRelatedUser(db, account);
    const free = (kind: 'email' | 'phone') => (related?.type === kind ? undefined : account[kind]);
    const proof = { type, brings: { email: free('email'), phone: free('phone') } };
    if (owner || !related || event === 'Register') return { proof, user: owner };
    const own = domains ?? ssoConnectors.find(({ id }) => id === verification.connectorId)?.domains;
    const isOfEnterprise =
      type === 'EnterpriseSso' && related.type === 'email' && own?.includes(domainOf(related.value));
    const isLinked =
      type === 'EnterpriseSso' ? isOfEnterprise : wantsLink || socialSignIn.automaticAccountLinking;
    if (isLinked) return { proof, user: related.user };
    return { proof: { ...proof, related: { type: related.type, value: related.value } }, user: undefined };
  });
};

const findOwner = (db: Kysely<Tables>, verification: OutsideVerification, accountId: string) =>
  verification.type === 'Social'
    ? findUserByIdentity(db, verification.target, accountId)
    : db
        .selectFrom('users')
        .selectAll('users')
        .innerJoin('userSsoIdentities', 'userSsoIdentities.userId', 'users.id')
        .where('userSsoIdentities.issuer', '=', verification.issuer ?? '')
        .where('userSsoIdentities.identityId', '=', accountId)
        .executeTakeFirst();
