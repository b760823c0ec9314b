import type { Application } from '@gatehouse/contract/applications.ts';
import { verifiedStatuses } from '@gatehouse/contract/domains.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { loadRegisteredCeiling } from './cimd.ts';
import { type ConsentCeiling, ceilingOf, loadConsentScopeIds } from './consent-ceiling.ts';

/** The time of its creation tells it from all other secrets of the application, whatever it is renamed to. */
export type ClientSecret = { name: string; value: string; createdAt: number; expiresAt: number | null };

/** An application with the secrets it may authenticate with: all that the OpenID provider needs to know of it. */
export type ClientApplication = Pick<
  Application,
  'id' | 'name' | 'type' | 'isThirdParty' | 'oidcClientMetadata' | 'customClientMetadata'
> & {
  secrets: ClientSecret[];
  /** Only users that it names may sign in to it. */
  appLevelAccessControlEnabled?: boolean;
  isPkceRequired?: boolean;
  /** It registered itself. */
  isRegistered?: boolean;
  /** The hosts of a protected application: its own host and its custom domain. */
  hosts?: string[];
  /** Only applications of others have one. */
  consentCeiling?: ConsentCeiling;
};

/** The claim that says which secret a token for our own APIs was issued for. */
export const secretClaim = 'secret_created_at';

export const isSecretExpired = ({ expiresAt }: Pick<ClientSecret, 'expiresAt'>) =>
  expiresAt !== null && expiresAt <= Date.now();

/** Tokens from before this was recorded, and those of applications that sign their requests, name no secret. */
export const isSecretLeft = ({ secrets }: ClientApplication, createdAt: number | undefined) =>
  createdAt === undefined ||
  secrets.some(secret => secret.createdAt === createdAt && !isSecretExpired(secret));

export const loadClientApplication = async (
  db: Kysely<Tables>,
  vault: Vault,
  id: string,
): Promise<ClientApplication | undefined> => {
  const application = await db
    .selectFrom('applications')
    .select([
      'id',
      'name',
      'type',
      'isThirdParty',
      'oidcClientMetadata',
      'customClientMetadata',
      'protectedAppMetadata',
      'appLevelAccessControlEnabled',
      'isPkceRequired',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!application) return undefined;
  const { protectedAppMetadata: site, ...fields } = application;
  const secrets = await db
    .selectFrom('applicationSecrets')
    .select(['name', 'value', 'createdAt', 'expiresAt'])
    .where('applicationId', '=', id)
    .execute();
  return {
    ...(fields as Omit<ClientApplication, 'secrets'>),
    ...(site ? { hosts: [String(site.host), ...(await loadSiteDomains(db, id))] } : {}),
    secrets: secrets.map(secret => ({ ...secret, value: vault.open(secret.value) })),
    ...(application.isThirdParty ? await loadConsent(db, id) : {}),
  };
};

const loadConsent = async (db: Kysely<Tables>, id: string) => {
  const registration = await db
    .selectFrom('clientRegistrations')
    .select('applicationId')
    .where('applicationId', '=', id)
    .executeTakeFirst();
  if (registration) return { isRegistered: true, consentCeiling: await loadRegisteredCeiling(db, id) };
  return { consentCeiling: await ceilingOf(db, await loadConsentScopeIds(db, id)) };
};

const loadSiteDomains = async (db: Kysely<Tables>, applicationId: string) => {
  const rows = await db
    .selectFrom('domains')
    .select('domain')
    .where('applicationId', '=', applicationId)
    .where('status', 'in', verifiedStatuses)
    .execute();
  return rows.map(({ domain }) => domain.toLowerCase());
};

/** The scopes that the application's roles grant, by resource id. */
export const loadApplicationScopes = async (db: Kysely<Tables>, applicationId: string) => {
  const rows = await db
    .selectFrom('applicationsRoles')
    .innerJoin('rolesScopes', 'rolesScopes.roleId', 'applicationsRoles.roleId')
    .innerJoin('scopes', 'scopes.id', 'rolesScopes.scopeId')
    .select(['scopes.resourceId', 'scopes.name'])
    .distinct()
    .where('applicationsRoles.applicationId', '=', applicationId)
    .execute();
  return groupNames(rows);
};

/**
 * The scopes that a user's roles grant on one resource, and the roles in any organization. Not kept: users come and go
 * too fast.
 */
export const loadUserScopes = async (db: Kysely<Tables>, userId: string, resourceId: string) => {
  const rows = await scopesOfUser(db, userId, resourceId).execute();
  return rows.map(({ name }) => name);
};

/** The same on every resource, by resource id. */
export const loadScopesOfUser = async (db: Kysely<Tables>, userId: string) =>
  groupNames(await scopesOfUser(db, userId).execute());

const scopesOfUser = (db: Kysely<Tables>, userId: string, resourceId?: string) =>
  db
    .selectFrom('usersRoles')
    .innerJoin('rolesScopes', 'rolesScopes.roleId', 'usersRoles.roleId')
    .innerJoin('scopes', 'scopes.id', 'rolesScopes.scopeId')
    .select(['scopes.resourceId', 'scopes.name'])
    .distinct()
    .where('usersRoles.userId', '=', userId)
    .$if(resourceId !== undefined, query => query.where('scopes.resourceId', '=', resourceId ?? ''))
    .union(
      db
        .selectFrom('organizationUserRoles as held')
        .innerJoin(
          'organizationRoleResourceScopes as granted',
          'granted.organizationRoleId',
          'held.organizationRoleId',
        )
        .innerJoin('scopes', 'scopes.id', 'granted.scopeId')
        .select(['scopes.resourceId', 'scopes.name'])
        .where('held.userId', '=', userId)
        .$if(resourceId !== undefined, query => query.where('scopes.resourceId', '=', resourceId ?? '')),
    );

const groupNames = (rows: { resourceId: string; name: string }[]) => {
  const names = new Map<string, string[]>();
  for (const { resourceId, name } of rows) names.set(resourceId, [...(names.get(resourceId) ?? []), name]);
  return names;
};
