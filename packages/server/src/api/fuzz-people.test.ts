import { account, cloud, experience, me, mountPoints, setup, wellKnown } from '@gatehouse/contract/apis.ts';
import { cloudAudience, meAudience, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { isTenantPermission } from '@gatehouse/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { enterAccount } from './account/testing/enter.ts';
import { createPerson } from './cloud/testing/people.ts';
import { keepMessages, visit } from './experience/testing/visit.ts';
import { bombard, rowsFor, type Target } from './testing/fuzz.ts';

describe.each(anyDatabase)('every row for visitors and users on %s', kind => {
  let app: TestApp;
  let target: Omit<Target, 'headers'>;
  let authorization: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await keepMessages(app);
    const fields = ['name', 'avatar', 'profile', 'email', 'phone', 'password', 'username', 'social'];
    const edit = Object.fromEntries([...fields, 'customData', 'mfa', 'session'].map(name => [name, 'Edit']));
    await app.manage('PATCH', '/account-center', { enabled: true, fields: edit });
    const { token, prove } = await enterAccount(app, 'fuzzed');
    authorization = `Bearer ${token}`;
    const known = { verificationId: await prove(), connectorId: 'mail' };
    target = { origin: `${app.env.ENDPOINT}/api`, real: {}, known };
  });
  afterAll(() => app.close());

  test.each(rowsFor(kind, experience))('$name survives malformed input', async ({ name, row }) => {
    const cookie = (await visit(app, 'SignIn')).browser.cookies();
    await bombard(name, row, { ...target, headers: { cookie } });
  });

  test.each(rowsFor(kind, account, wellKnown))('$name survives malformed input', ({ name, row }) =>
    bombard(name, row, { ...target, headers: { authorization } }),
  );

  test('the server is well afterwards', async () => {
    expect((await app.manage('GET', '/resources')).status).toBe(200);
  });
});

describe.each(anyDatabase)('every row for the people of the console on %s', kind => {
  let app: TestApp;
  let target: Omit<Target, 'headers' | 'origin'>;
  const tokens = { cloud: '', me: '', member: '' };
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' } });
    const person = await createPerson(app, 'fuzzed');
    const { body: tenant } = await person.cloud('POST', '/tenants', { name: 'Fuzz' });
    const organizationId = tenantOrganizationId(tenant.id);
    tokens.cloud = await person.session.token({ resource: cloudAudience });
    tokens.me = await person.session.token({ resource: meAudience });
    tokens.member = await person.session.token({ organization_id: organizationId });
    const known = { tenantId: tenant.id, userId: person.id, email: person.email };
    target = { real: { tenants: tenant.id, userId: person.id }, known };
  });
  afterAll(() => app.close());

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const mountedAt = (api: keyof typeof mountPoints) => `${app.env.ADMIN_ENDPOINT}${mountPoints[api]}`;

  test.each(rowsFor(kind, setup))('$name survives malformed input', ({ name, row }) =>
    bombard(name, row, { ...target, origin: mountedAt('setup'), headers: {} }),
  );

  test.each(rowsFor(kind, me))('$name survives malformed input', ({ name, row }) =>
    bombard(name, row, { ...target, origin: mountedAt('me'), headers: bearer(tokens.me) }),
  );

  test.each(rowsFor(kind, cloud))('$name survives malformed input', ({ name, row }) => {
    const token = isTenantPermission(row.permission) ? tokens.member : tokens.cloud;
    return bombard(name, row, { ...target, origin: mountedAt('cloud'), headers: bearer(token) });
  });

  test('the server is well afterwards', async () => {
    expect((await call(`${app.env.ADMIN_ENDPOINT}/api/.well-known/sign-in-exp`)).status).toBe(200);
  });
});
