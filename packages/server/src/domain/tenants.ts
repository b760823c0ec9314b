import { createHash } from 'node:crypto';
import { builtInEmailId } from '@gatehouse/contract/built-in-email.ts';
import {
  adminTenantId,
  allScope,
  managementRole,
  tenantOrganizationId,
} from '@gatehouse/contract/dialect.ts';
import { managementPermissions } from '@gatehouse/contract/management-permissions.ts';
import type { IdTokenConfig } from '@gatehouse/contract/oidc-configs.ts';
import type { Role } from '@gatehouse/contract/role.ts';
import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import type { Kysely } from 'kysely';
import { factoryIdsOf } from '../connectors/catalogue.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { idTokenConfigKey } from './oidc-config.ts';
import { systemOrigin } from './origins.ts';
import {
  cookieKeysConfig,
  generateCookieKey,
  generateSigningKey,
  signingKeysConfig,
} from './signing-keys.ts';

export type TenantSeed = {
  id: string;
  name: string;
  audience: string;
  tag?: string;
  planId?: string;
  regionName?: string;
  /** Differences from the default sign-in experience. */
  signInExperience?: Partial<Pick<SignInExperience, 'signInMode' | 'color' | 'signIn' | 'signUp' | 'mfa'>>;
};

const origin = systemOrigin('seed');

/** In the cloud a tenant can send email from its first minute. One that has a connector for it keeps that. */
export const seedBuiltInEmail = (database: Database, tenantId?: string) =>
  database.system(db =>
    db
      .insertInto('connectors')
      .columns(['tenantId', 'id', 'connectorId'])
      .expression(eb =>
        eb
          .selectFrom('tenants')
          .select(({ val }) => [
            'tenants.id',
            val(fixedId(`connector:${builtInEmailId}`)).as('connectorRowId'),
            val<string>(builtInEmailId).as('factoryId'),
          ])
          .where('tenants.id', '<>', adminTenantId)
          .$if(tenantId !== undefined, query => query.where('tenants.id', '=', tenantId ?? ''))
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('connectors')
                  .select('connectors.id')
                  .whereRef('connectors.tenantId', '=', 'tenants.id')
                  .where('connectors.connectorId', 'in', factoryIdsOf('Email')),
              ),
            ),
          ),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  );

/** A tenant, and what the admin tenant needs to let people manage it. */
export const seedTenant = async (database: Database, vault: Vault, seed: TenantSeed) => {
  await createTenantRows(database, vault, seed);
  await database.tenant(adminTenantId).write(origin, async tx => {
    const { id, name, audience } = seed;
    const scopes = await insertResource(tx.db, { name: `Management API of ${name}`, indicator: audience }, [
      allScope,
    ]);
    await insertRole(tx.db, {
      id: administratorRoleId(id),
      name: `${id}:admin`,
      description: `May do everything in the tenant ${id}.`,
      scopeIds: scopes,
    });
    await tx.db
      .insertInto('organizations')
      .values({ id: tenantOrganizationId(id), name })
      .onConflict(conflict => conflict.doNothing())
      .execute();
  });
};

/** Held by the administrators of a tenant, in the admin tenant. */
export const administratorRoleId = (tenantId: string) => fixedId(`${tenantId}:admin`);
/** A role of all users of the console. */
export const consoleUserRoleId = fixedId('console-user');
/** Of the resources that the server puts in itself. */
export const resourceIdOf = (indicator: string) => fixedId(`resource:${indicator}`);
export const scopeIdOf = (indicator: string, name: string) => fixedId(`scope:${indicator}:${name}`);
export const organizationRoleId = (name: string) => fixedId(`organization-role:${name}`);

export const createTenantRows = async (database: Database, vault: Vault, seed: TenantSeed) => {
  const { id, name, tag, planId, regionName } = seed;
  const created = await database.system(db =>
    db
      .insertInto('tenants')
      .values({ id, name, tag, planId, regionName })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst(),
  );
  // Applications of a tenant that was there before rely on what its claims are like.
  const idToken: IdTokenConfig = { standardClaims: true };
  const keys = [await generateSigningKey(vault)];
  const cookieKeys = [generateCookieKey(vault)];
  await database.tenant(seed.id).write(origin, async tx => {
    await tx.db
      .insertInto('configs')
      .values([
        { key: signingKeysConfig, value: keys },
        { key: cookieKeysConfig, value: cookieKeys },
        ...(created ? [{ key: idTokenConfigKey, value: idToken }] : []),
      ])
      .onConflict(conflict => conflict.doNothing())
      .execute();
    await tx.db
      .insertInto('signInExperiences')
      .values({ id: 'default', ...seed.signInExperience })
      .onConflict(conflict => conflict.doNothing())
      .execute();
    const [all = ''] = await insertResource(
      tx.db,
      { name: 'Management API', indicator: seed.audience },
      managementPermissions,
    );
    await insertRole(tx.db, {
      ...managementRole,
      description: 'Has full access to the management API.',
      scopeIds: [all],
    });
  });
};

/** Returns the ids of the scopes, in their order. */
export const insertResource = async (
  db: Kysely<Tables>,
  resource: { name: string; indicator: string },
  scopes: readonly string[],
) => {
  const resourceId = resourceIdOf(resource.indicator);
  await db
    .insertInto('resources')
    .values({ id: resourceId, ...resource })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  const rows = scopes.map(name => ({
    id: scopeIdOf(resource.indicator, name),
    resourceId,
    name,
    description: describeScope(name),
  }));
  await db
    .insertInto('scopes')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute();
  return rows.map(({ id }) => id);
};

/** `sign-in-experience:read` → "See sign in experience"; names of other shapes speak for themselves. */
const describeScope = (name: string) => {
  if (name === allScope) return 'Everything';
  const [area = '', verb] = name.split(':');
  if (verb === 'read') return `See ${area.replaceAll('-', ' ')}`;
  return verb === 'write' ? `Change ${area.replaceAll('-', ' ')}` : null;
};

export const insertRole = async (
  db: Kysely<Tables>,
  {
    scopeIds,
    ...role
  }: {
    id: string;
    name: string;
    description: string;
    type?: Role['type'];
    isDefault?: boolean;
    scopeIds: string[];
  },
) => {
  await db
    .insertInto('roles')
    .values(role)
    .onConflict(conflict => conflict.doNothing())
    .execute();
  await db
    .insertInto('rolesScopes')
    .values(scopeIds.map(scopeId => ({ roleId: role.id, scopeId })))
    .onConflict(conflict => conflict.doNothing())
    .execute();
};

/** The same name gives the same id in every process and on every start. */
export function fixedId(name: string) {
  return createHash('sha256').update(name).digest('hex').slice(0, 21);
}
