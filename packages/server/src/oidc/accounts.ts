import { organizationRolesScope, organizationsScope } from '@gatehouse/contract/dialect.ts';
import type { ExtendedClaim } from '@gatehouse/contract/oidc-configs.ts';
import type { UserProfile } from '@gatehouse/contract/users.ts';
import type { Selectable } from 'kysely';
import type { Account } from 'oidc-provider';
import type { Tables } from '../database/tables.ts';
import { isOutdated, type SignIn } from '../domain/credential-changes.ts';
import { sharedOrganizations } from '../domain/shared-organizations.ts';
import { isShutOut } from '../domain/standing.ts';
import type { Tenant } from '../domain/tenant.ts';
import { isEmailVerified, isPhoneVerified } from '../domain/users.ts';

type UserRow = Selectable<Tables['users']>;

/** The claims that each scope grants (OpenID Connect Core section 5.4, and those of the dialect). */
export const claimsByScope = {
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: [
    'name',
    'family_name',
    'given_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
    'username',
    'created_at',
  ],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  address: ['address'],
  roles: ['roles'],
  custom_data: ['custom_data'],
  identities: ['identities', 'sso_identities'],
  [organizationsScope]: ['organizations', 'organization_data'],
  [organizationRolesScope]: ['organization_roles'],
};

/** The sign-in that a token or a code is from. Access tokens do not know when it was, only when they were made. */
export const signInOfToken = (token: { sessionUid?: string; authTime?: number; iat?: number }): SignIn => ({
  sessionUid: token.sessionUid,
  atSeconds: token.authTime ?? token.iat,
});

/**
 * The user, as long as the sign-in still counts. A user who is suspended, or is leaving, loses sessions and tokens at once,
 * also those that were being written at the same moment.
 */
export const findSignedIn = async (tenant: Tenant, userId: string, signIn: SignIn | undefined) => {
  const user = await tenant.database.read(db =>
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
  );
  if (!user || isShutOut(user)) return undefined;
  return signIn && isOutdated(user, signIn) ? undefined : user;
};

/** `idTokenClaims`: the extended claims that ID tokens hold; userinfo has them all. */
export const findAccount = async (
  tenant: Tenant,
  userId: string,
  {
    idTokenClaims,
    hasStandardClaims,
    thirdPartyId,
    signIn,
  }: {
    idTokenClaims: ReadonlySet<ExtendedClaim>;
    /** As OpenID Connect has them, or as clients of the dialect know them. */
    hasStandardClaims: boolean;
    /** An application of others only learns of the organizations that the user let it see. */
    thirdPartyId?: string;
    /** The sign-in that a session or a token is from. */
    signIn?: SignIn;
  },
): Promise<Account | undefined> => {
  const user = await findSignedIn(tenant, userId, signIn);
  if (!user) return undefined;
  return {
    accountId: user.id,
    claims: async (use, scope) => {
      const extended = await extendedClaimsOf(tenant, user, new Set(scope.split(' ')), thirdPartyId);
      const shown = Object.entries(extended).filter(
        ([name]) => use === 'userinfo' || idTokenClaims.has(name as ExtendedClaim),
      );
      const claims = profileClaims(user);
      return {
        sub: user.id,
        ...(hasStandardClaims ? toStandard(claims) : claims),
        ...Object.fromEntries(shown),
      };
    },
  };
};

const extendedClaimsOf = async (
  tenant: Tenant,
  user: UserRow,
  scopes: Set<string>,
  thirdPartyId: string | undefined,
): Promise<Partial<Record<ExtendedClaim, unknown>>> => ({
  ...(scopes.has('custom_data') ? { custom_data: user.customData } : {}),
  ...(scopes.has('identities')
    ? { identities: user.identities, sso_identities: await ssoIdentities(tenant, user.id) }
    : {}),
  ...(scopes.has('roles') ? { roles: await roleNames(tenant, user.id) } : {}),
  ...(scopes.has(organizationsScope) || scopes.has(organizationRolesScope)
    ? await organizationClaims(tenant, user.id, thirdPartyId)
    : {}),
});

const profileClaims = (user: UserRow) => {
  const profile = user.profile as UserProfile;
  return {
    name: user.name,
    username: user.username,
    picture: user.avatar,
    family_name: profile.familyName,
    given_name: profile.givenName,
    middle_name: profile.middleName,
    nickname: profile.nickname,
    preferred_username: profile.preferredUsername ?? user.username,
    profile: profile.profile,
    website: profile.website,
    gender: profile.gender,
    birthdate: profile.birthdate,
    zoneinfo: profile.zoneinfo,
    locale: profile.locale,
    updated_at: user.updatedAt,
    created_at: user.createdAt,
    email: user.primaryEmail,
    email_verified: isEmailVerified(user),
    phone_number: user.primaryPhone,
    phone_number_verified: isPhoneVerified(user),
    address: profile.address && {
      formatted: profile.address.formatted,
      street_address: profile.address.streetAddress,
      locality: profile.address.locality,
      region: profile.address.region,
      postal_code: profile.address.postalCode,
      country: profile.address.country,
    },
  };
};

/** Nothing stands for no value, and times are seconds (OpenID Connect Core sections 5.1 and 5.3.2). */
const toStandard = (claims: ReturnType<typeof profileClaims>) => {
  const { email, phone_number: phone } = claims;
  const known = {
    ...claims,
    updated_at: Math.floor(claims.updated_at / 1000),
    email_verified: email === null ? null : claims.email_verified,
    phone_number_verified: phone === null ? null : claims.phone_number_verified,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null));
};

const roleNames = (tenant: Tenant, userId: string) =>
  tenant.database.read(async db => {
    const rows = await db
      .selectFrom('usersRoles')
      .innerJoin('roles', 'roles.id', 'usersRoles.roleId')
      .select('roles.name')
      .where('usersRoles.userId', '=', userId)
      .execute();
    return rows.map(({ name }) => name);
  });

const organizationClaims = (tenant: Tenant, userId: string, thirdPartyId: string | undefined) =>
  tenant.database.read(async db => {
    const shared = thirdPartyId && (await sharedOrganizations(db, { clientId: thirdPartyId, userId }));
    const organizations = await db
      .selectFrom('organizationUsers')
      .innerJoin('organizations', 'organizations.id', 'organizationUsers.organizationId')
      .select(['organizations.id', 'organizations.name', 'organizations.description'])
      .where('organizationUsers.userId', '=', userId)
      .$if(shared !== undefined, query => query.where('organizations.id', 'in', ['', ...(shared ?? [])]))
      .execute();
    const ids = organizations.map(({ id }) => id);
    const roles = await db
      .selectFrom('organizationUserRoles')
      .innerJoin('organizationRoles', 'organizationRoles.id', 'organizationUserRoles.organizationRoleId')
      .select(['organizationUserRoles.organizationId', 'organizationRoles.name'])
      .where('organizationUserRoles.userId', '=', userId)
      .execute();
    return {
      organizations: ids,
      organization_data: organizations,
      organization_roles: roles
        .filter(({ organizationId }) => ids.includes(organizationId))
        .map(({ organizationId, name }) => `${organizationId}:${name}`),
    };
  });

const ssoIdentities = (tenant: Tenant, userId: string) =>
  tenant.database.read(async db => {
    const rows = await db
      .selectFrom('userSsoIdentities')
      .select(['issuer', 'identityId', 'detail'])
      .where('userId', '=', userId)
      .execute();
    return rows;
  });
