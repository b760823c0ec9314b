import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { openTestDatabase, type TestDatabase, testVault } from '../database/testing/open.ts';
import { createOutgoing } from '../outgoing/outgoing.ts';
import { systemOrigin } from './origins.ts';
import { seedTenants } from './seed.ts';
import { createTenants } from './tenant-registry.ts';

let database: TestDatabase;
const seed = (isCloud: boolean) =>
  seedTenants(database, testVault, { audienceOf: id => `https://${id}.example/api`, isCloud });
beforeAll(async () => {
  database = await openTestDatabase('embedded');
  await seed(false);
});
afterAll(() => database.close());

const createRegistry = (over: Partial<Database> = {}) =>
  createTenants({
    database: { ...database, ...over },
    vault: testVault,
    endpointOf: () => 'https://id.example',
    documents: createOutgoing({ reachesPrivateNetworks: false }),
    endpointAt: domain => `https://${domain}`,
  });

test('a tenant that is loaded while another load is under way hears of changes', async () => {
  const held = Promise.withResolvers<void>();
  let loads = 0;
  const tenants = createRegistry({
    async system(work) {
      loads += 1;
      const isFirst = loads === 1;
      const result = await database.system(work);
      if (isFirst) await held.promise;
      return result;
    },
  });
  const late = tenants.get('default');
  tenants.forget('default');
  const tenant = await tenants.get('default');
  held.resolve();
  await late;
  const colorNow = async () => (await tenant?.cached.signInExperience())?.color.primaryColor;
  const before = await colorNow();
  await database.tenant('default').write(systemOrigin('test'), async tx => {
    const color = { primaryColor: '#123456', isDarkModeEnabled: false, darkPrimaryColor: '#123456' };
    await tx.db.updateTable('signInExperiences').set({ color }).execute();
    tx.invalidate('sign-in-experience');
  });
  expect(before).not.toBe('#123456');
  await expect.poll(colorNow).toBe('#123456');
  tenants.close();
});

test('what a new version puts in is told to the processes that serve', async () => {
  const told = new Set<string>();
  const stop = database.onInvalidate((tenantId, topic) => void told.add(`${tenantId} ${topic}`));
  await seed(false);
  expect([...told]).toEqual([]);
  const tenants = createRegistry();
  const admin = await tenants.get(adminTenantId);
  expect((await admin?.cached.signInExperience())?.mfa.factors).toEqual([]);
  await seed(true);
  expect([...told]).toEqual(expect.arrayContaining(['default tenant', `${adminTenantId} tenant`]));
  const fresh = await tenants.get(adminTenantId);
  expect((await fresh?.cached.signInExperience())?.mfa.factors).toContain('Totp');
  stop();
  tenants.close();
});
