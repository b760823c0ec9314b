import { createHash } from 'node:crypto';
import {
  adminTenantId,
  allScope,
  cloudAudience,
  defaultTenantId,
  meAudience,
} from '@gatehouse/contract/dialect.ts';
import { managementPermissions } from '@gatehouse/contract/management-permissions.ts';
import { narrowRoles } from '@gatehouse/contract/member-roles.ts';
import {
  cloudScopes,
  isTenantPermission,
  tenantPermissions,
  tenantRoles,
} from '@gatehouse/contract/scopes.ts';
import { defaultSignInExperience } from '@gatehouse/contract/sign-in-defaults.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { systemOrigin } from './origins.ts';
import {
  consoleUserRoleId,
  createTenantRows,
  fixedId,
  insertResource,
  insertRole,
  organizationRoleId,
  scopeIdOf,
  seedBuiltInEmail,
  seedTenant,
  type TenantSeed,
} from './tenants.ts';

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
  // Processes of the version before may be serving: they keep nothing of what was there before.
  await database.tenant(defaultTenantId).write(origin, async tx => tx.invalidate('tenant'));
  await database.tenant(adminTenantId).write(origin, async tx => {
    await tx.db
      .insertInto('configs')
      .values({ key: seedConfig, value: version })
      .onConflict(conflict => conflict.columns(['tenantId', 'key']).doUpdateSet({ value: version }))
      .execute();
    tx.invalidate('tenant');
  });
};

/**
 * In the cloud, users sign in with their email address; administrators that were created manually also with their
 * username.
 */
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

/**
 * Self-hosted, members reach the management API of the one tenant because they are members of it. In the cloud their
 * roles are those of every tenant, and grant nothing of a single one: an installation that becomes a cloud takes it
 * back.
 */
const seedMembersAccess = async (db: Kysely<Tables>, audience: string, isCloud: boolean) => {
  const scopeId = scopeIdOf(audience, allScope);
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
    narrowRoles,
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
  for (const [name, permissions] of Object.entries({ ...tenantRoles, ...narrowRoles })) {
    await db
      .insertInto('organizationRoles')
      .values({ id: organizationRoleId(name), name })
      .onConflict(conflict => conflict.doNothing())
      .execute();
    await db
      .insertInto('organizationRoleScopes')
      .values(
        permissions.filter(isTenantPermission).map(permission => ({
          organizationRoleId: organizationRoleId(name),
          organizationScopeId: fixedId(`organization-scope:${permission}`),
        })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute();
  }
};

/** Members are invited by email. Until a mail server is set up, messages are kept in the development mailbox. */
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
