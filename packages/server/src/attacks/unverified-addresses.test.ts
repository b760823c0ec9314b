import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowEmailCodes, proveByCode, visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

/** Applications link accounts by verified addresses: unverified ones are never claimed. */
describe.each(anyDatabase)('unverified addresses, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await allowEmailCodes(app, true);
  });
  afterAll(() => app.close());
  const create = async (fields: object) => (await app.manage('POST', '/users', fields)).body;
  const read = async (id: string) => (await app.manage('GET', `/users/${id}`)).body;

  test('an address that an administrator sets is verified only if the administrator says so', async () => {
    const user = await create({ primaryEmail: 'ann@example.com', primaryPhone: '4915100000001' });
    expect(user).toMatchObject({ isEmailVerified: false, isPhoneVerified: false });
    const vouched = await create({ primaryEmail: 'ben@example.com', isEmailVerified: true });
    expect(vouched).toMatchObject({ isEmailVerified: true, isPhoneVerified: false });
    // Another address is not proven because the one before was; the same one stays proven.
    const patch = async (fields: object) => (await app.manage('PATCH', `/users/${vouched.id}`, fields)).body;
    expect(await patch({ primaryEmail: 'ben@example.com' })).toMatchObject({ isEmailVerified: true });
    expect(await patch({ primaryEmail: 'victim@example.com' })).toMatchObject({ isEmailVerified: false });
    expect(await patch({ isEmailVerified: true })).toMatchObject({ isEmailVerified: true });
    expect(await patch({ primaryEmail: null })).toMatchObject({ isEmailVerified: false });
    expect(await patch({ isEmailVerified: true })).toMatchObject({ isEmailVerified: false });
  });

  test('a code that comes back proves it', async () => {
    const user = await create({ username: 'cat', primaryEmail: 'cat@example.com' });
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'email', value: 'cat@example.com' } as const;
    const verificationId = await proveByCode(app, step, identifier);
    await step('POST', '/experience/identification', { verificationId });
    expect((await read(user.id)).isEmailVerified).toBe(false);
    const done = await step('POST', '/experience/submit');
    expect(done.status, done.text).toBe(200);
    expect((await read(user.id)).isEmailVerified).toBe(true);
  });
});
