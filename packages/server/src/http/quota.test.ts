import { defaultTenantId } from '@gatehouse/contract/dialect.ts';
import { planIds } from '@gatehouse/contract/plans.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('embedded', { variables: { GATEHOUSE_EDITION: 'cloud' } });
  await app.database.system(db =>
    db.updateTable('tenants').set({ planId: planIds.free }).where('id', '=', defaultTenantId).execute(),
  );
  (await app.app.services.tenants.get(defaultTenantId))?.cached.invalidate('tenant');
});
afterAll(() => app.close());

const refusal = async (method: string, path: string, body: object) => {
  const { status, body: answer } = await app.manage(method, path, body);
  return status === 403 ? `${answer.code} ${answer.data.key}` : undefined;
};
const application = (fields: object) => ({ name: 'App', type: 'SPA', ...fields });
const over = (key: string) => `subscription.limit_exceeded ${key}`;

test('the free plan counts each kind of application by itself', async () => {
  for (let count = 0; count < 3; count += 1)
    expect(await refusal('POST', '/applications', application({}))).toBeUndefined();
  expect(await refusal('POST', '/applications', application({}))).toBe(over('applicationsLimit'));
  expect(
    await refusal('POST', '/applications', application({ type: 'Traditional', isThirdParty: true })),
  ).toBe(over('thirdPartyApplicationsLimit'));
  // The application of this test is the one machine that the plan includes.
  expect(await refusal('POST', '/applications', application({ type: 'MachineToMachine' }))).toBe(
    over('machineToMachineLimit'),
  );
  expect(await refusal('POST', '/saml-applications', { name: 'SAML' })).toBe(over('samlApplicationsLimit'));
});

test('the tenant’s own management API does not count', async () => {
  const resource = (name: string) => ({ name, indicator: `https://${name}.example` });
  expect(await refusal('POST', '/resources', resource('one'))).toBeUndefined();
  expect(await refusal('POST', '/resources', resource('two'))).toBe(over('resourcesLimit'));
});

test('roles count by their type, and their permissions all together', async () => {
  const role = (name: string, fields: object = {}) => ({ name, description: 'x', ...fields });
  expect(await refusal('POST', '/roles', role('reader'))).toBeUndefined();
  expect(await refusal('POST', '/roles', role('writer'))).toBe(over('userRolesLimit'));
  expect(await refusal('POST', '/roles', role('machine', { type: 'MachineToMachine' }))).toBe(
    over('machineToMachineRolesLimit'),
  );
  const { body: roles } = await app.manage('GET', '/roles?type=User');
  expect(await refusal('POST', `/roles/${roles[0].id}/scopes`, { scopeIds: ['a', 'b'] })).toBe(
    over('scopesPerRoleLimit'),
  );
});

test('features that the plan lacks cannot be turned on, but off', async () => {
  const settings = (patch: object) => refusal('PATCH', '/sign-in-exp', patch);
  expect(await settings({ mfa: { factors: ['Totp'], policy: 'NoPrompt' } })).toBe(over('mfaEnabled'));
  expect(await settings({ mfa: { factors: [], policy: 'NoPrompt' } })).toBeUndefined();
  expect(await settings({ captchaPolicy: { enabled: true } })).toBe(over('securityFeaturesEnabled'));
  expect(await settings({ sentinelPolicy: { maxAttempts: 3 } })).toBe(over('securityFeaturesEnabled'));
  expect(await settings({ emailBlocklistPolicy: { customBlocklist: [] } })).toBeUndefined();
  expect(await settings({ supportEmail: 'help@example.com' })).toBeUndefined();
  expect(await refusal('POST', '/organizations', { name: 'Acme' })).toBe(over('organizationsLimit'));
});
