import { defaultTenantId } from '@gatehouse/contract/dialect.ts';
import { planIds } from '@gatehouse/contract/plans.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putOnPlan } from '../api/cloud/testing/people.ts';
import { call, startTestApp, type TestApp } from './testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('postgresql', { variables: { GATEHOUSE_EDITION: 'cloud' } });
  await putOnPlan(app, defaultTenantId, planIds.free);
});
afterAll(() => app.close());

const refusal = async (method: string, path: string, body: object) => {
  const { status, body: answer } = await app.manage(method, path, body);
  return status === 403 ? `${answer.code} ${answer.data.key}` : undefined;
};
const application = (fields: object) => ({ name: 'App', type: 'SPA', ...fields });
const over = (key: string) => `subscription.limit_exceeded ${key}`;

test('[REQ-8] a refusal names the limit in words that programs read, in every language', async () => {
  for (const language of ['en', 'de']) {
    const hook = { name: 'Hook', events: ['User.Created'], config: { url: 'https://hook.example' } };
    await app.manage('POST', '/hooks', hook);
    const { status, body } = await call(`${app.env.ENDPOINT}/api/hooks`, {
      method: 'POST',
      body: hook,
      token: app.token,
      headers: { 'accept-language': language },
    });
    expect(status).toBe(403);
    expect(body.message).toBe('Status exception: Exceeded quota limit. {"hooksLimit":1}');
    expect(body.details).toMatch(language === 'de' ? /Tarif|Plan/ : /exceeds a limit of the tenant/);
  }
});

test('[BILL-3] what has no limit is allowed any number of times, and a switched-on feature always', async () => {
  await putOnPlan(app, defaultTenantId, planIds.development);
  for (let count = 0; count < 5; count += 1)
    expect(await refusal('POST', '/organizations', { name: `Org ${count}` })).toBeUndefined();
  expect(
    await refusal('PATCH', '/sign-in-exp', { mfa: { factors: ['Totp'], policy: 'NoPrompt' } }),
  ).toBeUndefined();
  await app.manage('PATCH', '/sign-in-exp', { mfa: { factors: [], policy: 'NoPrompt' } });
  await putOnPlan(app, defaultTenantId, planIds.free);
  expect(await refusal('POST', '/organizations', { name: 'One more' })).toBe(over('organizationsLimit'));
});

test('[BILL-3] the free plan counts each kind of application separately', async () => {
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

test('[BILL-3] an undo brings back no feature that the plan has lost', async () => {
  await putOnPlan(app, defaultTenantId, planIds.development);
  const script = { script: 'const getCustomJwtClaims = async () => ({});' };
  const captcha = { config: { type: 'Turnstile', siteKey: 'site', secretKey: 'secret' } };
  const field = { name: 'nickname', type: 'Text', required: false };
  const steps = [
    ['PATCH', '/sign-in-exp', { mfa: { factors: ['Totp', 'WebAuthn'], policy: 'NoPrompt' } }],
    ['PATCH', '/sign-in-exp', { mfa: { factors: ['Totp'], policy: 'NoPrompt' } }],
    ['PATCH', '/sign-in-exp', { mfa: { factors: [], policy: 'NoPrompt' } }],
    ['PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: 3 } }],
    ['PATCH', '/sign-in-exp', { sentinelPolicy: {} }],
    ['PUT', '/captcha-provider', captcha],
    ['PATCH', '/sign-in-exp', { captchaPolicy: { enabled: true } }],
    ['PATCH', '/sign-in-exp', { captchaPolicy: { enabled: false } }],
    ['PUT', '/configs/jwt-customizer/access-token', script],
    ['DELETE', '/configs/jwt-customizer/access-token'],
    ['POST', '/custom-profile-fields', field],
    ['DELETE', '/custom-profile-fields/nickname'],
  ] as const;
  const changeIds: string[] = [];
  for (const [method, path, body] of steps) {
    expect((await app.manage(method, path, body)).status).toBeLessThan(300);
    const { body: changes } = await app.manage('GET', '/changes?page_size=1');
    changeIds.push(changes[0].id);
  }
  const undo = (step: number) => refusal('POST', `/changes/${changeIds[step]}/revert`, {});
  await putOnPlan(app, defaultTenantId, planIds.free);
  expect(await undo(2)).toBe(over('mfaEnabled'));
  expect(await undo(4)).toBe(over('securityFeaturesEnabled'));
  expect(await undo(7)).toBe(over('securityFeaturesEnabled'));
  expect(await undo(9)).toBe(over('customJwtEnabled'));
  expect(await undo(11)).toBe(over('collectUserProfileEnabled'));
  const { body: settings } = await app.manage('GET', '/sign-in-exp');
  expect(settings).toMatchObject({ mfa: { factors: [] }, captchaPolicy: { enabled: false } });
  expect((await app.manage('GET', '/configs/jwt-customizer')).body).toEqual([]);
  // Undoing what turns a feature off is turning it off.
  await putOnPlan(app, defaultTenantId, planIds.development);
  expect(await undo(2)).toBeUndefined();
  await putOnPlan(app, defaultTenantId, planIds.free);
  expect(await undo(1)).toBe(over('mfaEnabled'));
  await app.manage('PATCH', '/sign-in-exp', { mfa: { factors: [], policy: 'NoPrompt' } });
  await app.manage('DELETE', '/captcha-provider');
});

test('[BILL-3] outside the cloud edition everything is allowed', async () => {
  const own = await startTestApp('postgresql');
  const created = async (path: string, body: object) => (await own.manage('POST', path, body)).status < 300;
  const hook = { name: 'Hook', events: ['User.Created'], config: { url: 'https://hook.example' } };
  for (let count = 0; count < 4; count += 1) {
    expect(await created('/applications', application({}))).toBe(true);
    expect(await created('/applications', application({ type: 'MachineToMachine' }))).toBe(true);
    expect(await created('/hooks', hook)).toBe(true);
    expect(await created('/organizations', { name: `Org ${count}` })).toBe(true);
  }
  const mfa = { mfa: { factors: ['Totp'], policy: 'NoPrompt' } };
  expect((await own.manage('PATCH', '/sign-in-exp', mfa)).status).toBe(200);
  await own.close();
});
