import { defaultTenantId } from '@gatehouse/contract/dialect.ts';
import { dayMs, hourMs } from '@gatehouse/contract/duration.ts';
import type { Insertable } from 'kysely';
import type { Database, Write } from '../database/database.ts';
import type { Origin, TableName, Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { rollUpActivity } from '../domain/activity.ts';
import { createActivity } from './activity.ts';
import * as business from './business.ts';
import { createCredentials, createPerson } from './people.ts';
import { createRandom, type Random } from './random.ts';

const demoSeed = 20_260_101;
const userCount = 2000;
const yearMilliseconds = 365 * dayMs;

const origin: Origin = {
  actor: { kind: 'system', id: 'demo', name: 'Demo data' },
  requestId: 'demo',
  via: { method: 'CLI', path: 'seed --demo' },
};

/** Fills the default tenant with a believable business. The same seed makes the same data; a second call changes nothing. */
export const seedDemo = async (
  database: Database,
  vault: Vault,
  now = Date.now(),
): Promise<{ isNew: boolean }> => {
  const tenant = database.tenant(defaultTenantId);
  const random = createRandom(demoSeed);
  const applicationRows = createApplications(random, now);
  const marker = applicationRows[0]?.id ?? '';
  const present = await tenant.read(db =>
    db.selectFrom('applications').select('id').where('id', '=', marker).executeTakeFirst(),
  );
  if (present) return { isNew: false };

  await tenant.write(origin, async tx => {
    await insertAll(tx, 'applications', applicationRows);
    await insertAll(tx, 'applicationSecrets', createSecrets(random, vault, applicationRows));
    await seedAuthorization(tx, random, applicationRows);
    const userIds = await seedPeople(tx, random, vault, applicationRows, now);
    await seedOrganizations(tx, random, userIds, now);
  });
  return { isNew: true };
};

const createApplications = (random: Random, now: number) =>
  business.applications.map(({ origin: address, ceiling: _, ...application }, index) => ({
    ...application,
    id: random.id(21),
    isThirdParty: application.isThirdParty ?? false,
    oidcClientMetadata: {
      redirectUris: address ? [`${address}/callback`] : [],
      postLogoutRedirectUris: address ? [address] : [],
    },
    createdAt: now - (index + 1) * 9 * dayMs,
  }));

const createSecrets = (random: Random, vault: Vault, applications: ReturnType<typeof createApplications>) =>
  applications
    .filter(({ type }) => type === 'MachineToMachine' || type === 'Traditional')
    .map(({ id, createdAt }) => ({
      applicationId: id,
      name: 'Default secret',
      value: vault.seal(random.id(32)),
      createdAt,
      expiresAt: null,
    }));

const seedAuthorization = async (
  tx: Write,
  random: Random,
  applications: ReturnType<typeof createApplications>,
) => {
  const scopeIds = new Map<string, string>();
  for (const { scopes, ...resource } of business.resources) {
    const resourceId = random.id(21);
    await insertAll(tx, 'resources', [{ ...resource, id: resourceId }]);
    const rows = Object.entries(scopes).map(([name, description]) => ({
      id: random.id(21),
      resourceId,
      name,
      description,
    }));
    await insertAll(tx, 'scopes', rows);
    for (const { id, name } of rows) scopeIds.set(name, id);
  }
  await seedCeilings(tx, applications, scopeIds);
  const machines = applications.filter(({ type }) => type === 'MachineToMachine');
  for (const { scopes, ...role } of business.roles) {
    const roleId = random.id(21);
    await insertAll(tx, 'roles', [{ ...role, id: roleId }]);
    await insertAll(
      tx,
      'rolesScopes',
      scopes.map(name => ({ roleId, scopeId: scopeIds.get(name) ?? '' })),
    );
    if (role.type !== 'MachineToMachine') continue;
    await insertAll(
      tx,
      'applicationsRoles',
      machines.slice(0, 2).map(({ id }) => ({ applicationId: id, roleId })),
    );
  }
};

const seedCeilings = async (
  tx: Write,
  applications: ReturnType<typeof createApplications>,
  scopeIds: ReadonlyMap<string, string>,
) => {
  for (const [index, { ceiling }] of business.applications.entries()) {
    const applicationId = applications[index]?.id ?? '';
    if (!ceiling) continue;
    await insertAll(
      tx,
      'applicationConsentUserScopes',
      ceiling.userScopes.map(userScope => ({ applicationId, userScope })),
    );
    await insertAll(
      tx,
      'applicationConsentResourceScopes',
      ceiling.scopes.map(name => ({ applicationId, scopeId: scopeIds.get(name) ?? '' })),
    );
  }
};

const seedPeople = async (
  tx: Write,
  random: Random,
  vault: Vault,
  applications: ReturnType<typeof createApplications>,
  now: number,
) => {
  const people = Array.from({ length: userCount }, (_, index) => createPerson(random, index + 1));
  const interactive = applications.filter(({ type }) => type !== 'MachineToMachine').map(({ id }) => id);
  const activity = createActivity(random, people, interactive, now);
  await insertAll(
    tx,
    'users',
    people.map(({ country, ...person }) => {
      const lastSignInAt = activity.lastSignIn.get(person.id) ?? null;
      // An hour before, so that nothing of the first sign-in comes before its user.
      const createdAt =
        (activity.firstSignIn.get(person.id) ?? now) - hourMs - random.below(yearMilliseconds);
      return {
        ...person,
        ...createCredentials(random, vault, createdAt),
        profile: { ...person.profile, address: { country } },
        applicationId: random.pick(interactive),
        lastSignInAt,
        createdAt,
        updatedAt: lastSignInAt ?? createdAt,
      };
    }),
  );
  await insertAll(tx, 'logs', activity.logs);
  await insertAll(tx, 'dailyActiveUsers', activity.activeUsers);
  await insertAll(tx, 'dailyTokenUsage', activity.tokenUsage);
  for (const { date } of activity.tokenUsage) await rollUpActivity(tx.db, date);
  return people.map(({ id }) => id);
};

const seedOrganizations = async (tx: Write, random: Random, userIds: readonly string[], now: number) => {
  const scopes = business.organizationScopes.map(name => ({ id: random.id(21), name }));
  await insertAll(tx, 'organizationScopes', scopes);
  const roleIds: string[] = [];
  for (const { scopes: names, ...role } of business.organizationRoles) {
    const organizationRoleId = random.id(21);
    roleIds.push(organizationRoleId);
    await insertAll(tx, 'organizationRoles', [{ ...role, id: organizationRoleId }]);
    const held = scopes.filter(({ name }) => names.some(wanted => wanted === name));
    await insertAll(
      tx,
      'organizationRoleScopes',
      held.map(({ id }) => ({ organizationRoleId, organizationScopeId: id })),
    );
  }
  for (const name of business.organizationNames) {
    const organizationId = random.id(12);
    await insertAll(tx, 'organizations', [
      {
        id: organizationId,
        name,
        description: `Orders together for the ${name.toLowerCase()}`,
        createdAt: now - random.below(yearMilliseconds),
      },
    ]);
    const members = [...new Set(Array.from({ length: 4 + random.below(30) }, () => random.pick(userIds)))];
    await insertAll(
      tx,
      'organizationUsers',
      members.map(userId => ({ organizationId, userId })),
    );
    await insertAll(
      tx,
      'organizationUserRoles',
      members.map((userId, index) => ({
        organizationId,
        userId,
        organizationRoleId: (index === 0 ? roleIds[0] : random.pick(roleIds)) ?? '',
      })),
    );
  }
};

/**
 * Unrecorded and in chunks: demo data has no history, and a statement has at most 65,535 parameters. Counts of today may
 * already be there when the server has issued tokens before.
 */
const insertAll = async <Table extends TableName>(
  tx: Write,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
) => {
  const chunkSize = 1000;
  for (let start = 0; start < rows.length; start += chunkSize) {
    await tx.db
      .insertInto(table)
      .values(rows.slice(start, start + chunkSize))
      .onConflict(conflict => conflict.doNothing())
      .execute();
  }
};
