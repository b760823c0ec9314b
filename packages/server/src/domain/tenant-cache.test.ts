import { type Kysely, type KyselyPlugin, OperationNodeTransformer, sql, type TableNode } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { topicsOf } from '../database/table-rules.ts';
import type { Tables } from '../database/tables.ts';
import { openTestDatabase, type TestDatabase, testVault } from '../database/testing/open.ts';
import { seedDemo } from '../demo/seed.ts';
import { createOutgoing } from '../outgoing/outgoing.ts';
import { seedTenants } from './seed.ts';
import { createTenant, type Tenant } from './tenant.ts';
import type { TenantCache } from './tenant-cache.ts';

/** Notes every table that a query names. */
class TableReader extends OperationNodeTransformer implements KyselyPlugin {
  readonly #tables: Set<string>;
  constructor(tables: Set<string>) {
    super();
    this.#tables = tables;
  }
  override transformTable(node: TableNode) {
    this.#tables.add(node.table.identifier.name);
    return super.transformTable(node);
  }
  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => this.transformNode(node);
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}

let database: TestDatabase;
let tenant: Tenant;
let reads = 0;
const tables = new Set<string>();

beforeAll(async () => {
  database = await openTestDatabase('postgresql');
  await seedTenants(database, testVault, { audienceOf: id => `https://${id}.example/api`, isCloud: false });
  await seedDemo(database, testVault);
  const watched: Database = {
    ...database,
    tenant(id) {
      const own = database.tenant(id);
      return {
        ...own,
        read<T>(work: (db: Kysely<Tables>) => Promise<T>) {
          reads += 1;
          return own.read(db => work(db.withPlugin(new TableReader(tables))));
        },
      };
    },
  };
  tenant = createTenant('default', {
    database: watched,
    vault: testVault,
    endpointOf: () => 'https://id.example',
    documents: createOutgoing({ reachesPrivateNetworks: false }),
    endpointAt: domain => `https://${domain}`,
  });
});
afterAll(() => database.close());

type Loads = Record<Exclude<keyof TenantCache, 'invalidate'>, () => Promise<unknown>>;

/** Every cache, asked for something that is there. */
const loads = async (): Promise<Loads> => {
  const first = await database.tenant('default').read(async db => ({
    applications: await db.selectFrom('applications').select('id').execute(),
    resource: await db.selectFrom('resources').select('indicator').limit(1).executeTakeFirstOrThrow(),
    user: await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow(),
    organization: await db.selectFrom('organizations').select('id').limit(1).executeTakeFirstOrThrow(),
  }));
  const { cached } = tenant;
  const member = { kind: 'user', id: first.user.id } as const;
  return {
    client: () => Promise.all(first.applications.map(({ id }) => cached.client(id))),
    clientDocument: () => cached.clientDocument('https://client.example/client.json').catch(() => undefined),
    idTokenAlgorithms: () => cached.idTokenAlgorithms(),
    resource: () => cached.resource(first.resource.indicator),
    defaultResource: () => cached.defaultResource(),
    applicationScopes: () => cached.applicationScopes(first.applications[0]!.id),
    signInExperience: () => cached.signInExperience(),
    publicExperience: () =>
      cached.publicExperience({ appId: first.applications[0]!.id, organizationId: first.organization.id }),
    pagePhrases: () => cached.pagePhrases('en'),
    ownLanguages: () => cached.ownLanguages(),
    profileFields: () => cached.profileFields(),
    signInConfiguration: () => cached.signInConfiguration(),
    oidcConfig: () => cached.oidcConfig(),
    actions: () => cached.actions(),
    domains: () => cached.domains(),
    standing: () => cached.standing(),
    membership: () => cached.membership(first.organization.id, member),
    person: () => cached.person(first.user.id),
  };
};

/** Tables as the database names them: a query also names its own short words for them. Sessions that end are not recorded. */
const sqlNames = async () => {
  const { rows } = await database.system(db =>
    sql<{ name: string }>`select relname as name from pg_class where relkind = 'r'`.execute(db),
  );
  return new Set(rows.map(({ name }) => name).filter(name => name !== 'oidc_model_instances'));
};

test('a cache forgets when any table that it was read from changes', async () => {
  const missing: string[] = [];
  const kept = new Set<string>();
  const all = await loads();
  const known = await sqlNames();
  for (const [name, load] of Object.entries(all)) {
    tenant.cached.invalidate('*');
    tables.clear();
    await load();
    const from = [...tables].filter(table => known.has(table));
    expect(from, name).not.toEqual([]);
    for (const table of from) {
      await load();
      const before = reads;
      await load();
      // Missing values are not cached.
      if (reads > before) continue;
      kept.add(name);
      for (const topic of topicsOf(table)) tenant.cached.invalidate(topic);
      await load();
      if (reads === before) missing.push(`${name}: ${table}`);
    }
  }
  expect(missing).toEqual([]);
  expect(Object.keys(all).filter(name => !kept.has(name))).toEqual(['clientDocument']);
});
