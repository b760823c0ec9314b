import { createHash } from 'node:crypto';
import { builtInEmailId } from '@gatehouse/contract/built-in-email.ts';
import {
  adminTenantId,
  allScope,
  cloudAudience,
  defaultTenantId,
  managementRole,
  meAudience,
  tenantOrganizationId,
} from '@gatehouse/contract/dialect.ts';
import type { IdTokenConfig } from '@gatehouse/contract/oidc-configs.ts';
import {
  cloudScopes,
  managementPermissions,
  tenantPermissions,
  tenantRoles,
} from '@gatehouse/contract/scopes.ts';
import { defaultSignInExperience } from '@gatehouse/contract/sign-in-defaults.ts';
import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import { type Kysely, sql } from 'kysely';
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
  /** Where the sign-in pages differ from the defaults. */
  signInExperience?: Partial<Pick<SignInExperience, 'signInMode' | 'color' | 'signIn' | 'signUp' | 'mfa'>>;
};

type SeedOptions = { audienceOf(tenantId: string): string; isCloud: boolean };

const origin = systemOrigin('seed');

/**
 * The tenants that every installation has. Everything is put in with fixed ids and left alone when it is there, so
 * that it can run at each start, and in two processes at once.
 */
export const seedTenants = async (database: Database, vault: Vault, options: SeedOptions) => {
  const version = seedVersion(options);
  if ((await readSeedVersion(database)) === version) return;
  await createTenantRows(database, vault, {
    id: adminTenantId,
    name: 'Admin',
    audience: options.audienceOf(adminTenantId),
    // Self-hosted: the first administrator is made by the welcome page, further ones by invitation.
    signInExperience: {
      signInMode: options.isCloud ? 'SignInAndRegister' : 'SignIn',
      // The console follows the system, so its sign-in page does too.
      color: { ...defaultSignInExperience.color, isDarkModeEnabled: true },
      ...(options.isCloud ? cloudWaysIn : {}),
    },
  });
  await database.tenant(adminTenantId).write(origin, async tx => {
    await seedAdminTenant(tx.db);
    if (options.isCloud) await seedMailbox(tx.db);
    if (options.isCloud) await seedFactors(tx.db);
  });
  await seedTenant(database, vault, {
    id: defaultTenantId,
    name: 'Default',
    audience: options.audienceOf(defaultTenantId),
  });
  if (options.isCloud) await seedBuiltInEmail(database);
  await database
    .tenant(adminTenantId)
    .write(origin, tx => seedMembersAccess(tx.db, options.audienceOf(defaultTenantId), options.isCloud));
  await database.tenant(adminTenantId).write(origin, tx =>
    tx.db
      .insertInto('configs')
      .values({ key: seedConfig, value: version })
      .onConflict(conflict => conflict.columns(['tenantId', 'key']).doUpdateSet({ value: version }))
      .execute(),
  );
};

/** In the cloud strangers come by their address; administrators that were made by hand also by their name. */
const cloudWaysIn = {
  // A tenant can ask its members for a second factor: they set it up when they sign in.
  mfa: {
    factors: ['Totp', 'WebAuthn', 'BackupCode'],
    policy: 'NoPrompt',
    organizationRequiredMfaPolicy: 'Mandatory',
  },
  signUp: { identifiers: ['email'], password: true, verify: true },
  signIn: {
    methods: [
      { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true },
      { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
    ],
  },
} satisfies TenantSeed['signInExperience'];

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

/**
 * Self-hosted, members reach the management API of the one tenant because they are members of it. In the cloud their roles
 * are those of every tenant, and grant nothing of a single one: an installation that becomes a cloud takes it back.
 */
const seedMembersAccess = async (db: Kysely<Tables>, audience: string, isCloud: boolean) => {
  const scopeId = fixedId(`scope:${audience}:${allScope}`);
  const grants = Object.keys(tenantRoles).map(name => ({
    organizationRoleId: organizationRoleId(name),
    scopeId,
  }));
  if (isCloud) {
    await db.deleteFrom('organizationRoleResourceScopes').where('scopeId', '=', scopeId).execute();
    return;
  }
  await db
    .insertInto('organizationRoleResourceScopes')
    .values(grants)
    .onConflict(conflict => conflict.doNothing())
    .execute();
};

/** Installations from before second factors of members have none. */
const seedFactors = (db: Kysely<Tables>) =>
  db
    .updateTable('signInExperiences')
    .set({ mfa: cloudWaysIn.mfa })
    .where(sql<boolean>`mfa -> 'factors' = '[]'`)
    .execute();

/** Names what was put in, so that a start that would change nothing costs one query. */
const seedConfig = 'seed';

const seedVersion = ({ audienceOf, isCloud }: SeedOptions) => {
  const audiences = [adminTenantId, defaultTenantId].map(audienceOf);
  const content = [
    managementPermissions,
    tenantPermissions,
    tenantRoles,
    cloudScopes,
    audiences,
    isCloud,
    cloudWaysIn,
    ['members manage self-hosted tenants', 'built-in email'],
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
};

const readSeedVersion = (database: Database) =>
  database.tenant(adminTenantId).read(async db => {
    const row = await db
      .selectFrom('configs')
      .select('value')
      .where('key', '=', seedConfig)
      .executeTakeFirst();
    return row?.value;
  });

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
/** Held by everybody who has an account for the console. */
export const consoleUserRoleId = fixedId('console-user');
/** Of the resources that the server puts in itself. */
export const resourceIdOf = (indicator: string) => fixedId(`resource:${indicator}`);
export const organizationRoleId = (name: string) => fixedId(`organization-role:${name}`);

const createTenantRows = async (database: Database, vault: Vault, seed: TenantSeed) => {
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
      description: 'May use the whole management API.',
      scopeIds: [all],
    });
  });
};

const seedAdminTenant = async (db: Kysely<Tables>) => {
  const me = await insertResource(db, { name: 'Me API', indicator: meAudience }, [allScope]);
  const cloud = await insertResource(db, { name: 'Cloud API', indicator: cloudAudience }, cloudScopes);
  const selfService = cloudScopes.flatMap((name, index) =>
    name === 'create:tenant' || name === 'manage:tenant:self' ? [cloud[index] ?? ''] : [],
  );
  await insertRole(db, {
    id: consoleUserRoleId,
    name: 'user',
    description: 'May sign in to the console.',
    isDefault: true,
    scopeIds: [...me, ...selfService],
  });
  await db
    .insertInto('organizationScopes')
    .values(tenantPermissions.map(name => ({ id: fixedId(`organization-scope:${name}`), name })))
    .onConflict(conflict => conflict.doNothing())
    .execute();
  for (const [name, permissions] of Object.entries(tenantRoles)) {
    await db
      .insertInto('organizationRoles')
      .values({ id: organizationRoleId(name), name })
      .onConflict(conflict => conflict.doNothing())
      .execute();
    await db
      .insertInto('organizationRoleScopes')
      .values(
        permissions.map(permission => ({
          organizationRoleId: organizationRoleId(name),
          organizationScopeId: fixedId(`organization-scope:${permission}`),
        })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute();
  }
};

/** People are invited by email: until somebody sets up a mail server, messages are kept where developers find them. */
const seedMailbox = async (db: Kysely<Tables>) => {
  const known = await db.selectFrom('connectors').select('id').limit(1).executeTakeFirst();
  if (known) return;
  const connectorId = 'development-mailbox';
  await db
    .insertInto('connectors')
    .values({ id: fixedId(`connector:${connectorId}`), connectorId })
    .onConflict(conflict => conflict.doNothing())
    .execute();
};

/** Returns the ids of the scopes, in their order. */
const insertResource = async (
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
    id: fixedId(`scope:${resource.indicator}:${name}`),
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

const insertRole = async (
  db: Kysely<Tables>,
  {
    scopeIds,
    ...role
  }: {
    id: string;
    name: string;
    description: string;
    type?: string;
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
function fixedId(name: string) {
  return createHash('sha256').update(name).digest('hex').slice(0, 21);
}
