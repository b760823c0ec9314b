import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveByCode, visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, signIn } from '../http/testing/browser.ts';
import { lockBy, tokenOf, watchNotices } from './testing/notices.ts';
import { enter, password } from './testing/people.ts';

const another = 'a much better battery staple';

describe.each(anyDatabase)('users hear about changes of their account on %s', kind => {
  let app: TestApp;
  let people: Awaited<ReturnType<typeof watchNotices>>;
  beforeAll(async () => {
    app = await startTestApp(kind);
    people = await watchNotices(app);
  });
  afterAll(() => app.close());

  test('[V6.3.7] a password changed by the user, reset by a code, or set by an administrator', async () => {
    const id = await people.create('pat');
    const owner = await enter(app, { username: 'pat' });
    await owner.send('POST', '/my-account/password', { password: another }, await owner.prove());
    const [own] = await people.toldTo('pat@example.com');
    expect(own).toMatchObject({
      templateType: 'PasswordChanged',
      payload: { isByAdministrator: false, ip: expect.any(String), userAgent: expect.any(String) },
    });
    const { step } = await visit(app, 'ForgotPassword');
    const identifier = { type: 'email', value: 'pat@example.com' } as const;
    const verificationId = await proveByCode(app, step, identifier, 'ForgotPassword');
    await step('POST', '/experience/identification', { verificationId });
    await step('PUT', '/experience/profile/password', { password });
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    expect(await people.typesTo('pat@example.com')).toEqual(['PasswordChanged', 'PasswordChanged']);
    await app.manage('PATCH', `/users/${id}/password`, { password: another });
    const [byAdministrator] = await people.toldTo('pat@example.com');
    expect(byAdministrator).toMatchObject({ payload: { isByAdministrator: true } });
    // Users must not learn the location of administrators.
    expect(byAdministrator?.payload).not.toHaveProperty('ip');
    expect(byAdministrator?.payload).not.toHaveProperty('userAgent');
  });

  test('[V6.3.7] a factor added or removed, by its name, also by an undo', async () => {
    const id = await people.create('fay');
    await app.manage('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });
    expect((await people.toldTo('fay@example.com'))[0]).toMatchObject({
      templateType: 'FactorAdded',
      payload: { factors: ['Totp'], isByAdministrator: true },
    });
    const { body: changes } = await app.manage('GET', `/changes?objectId=${id}`);
    expect((await app.manage('POST', `/changes/${changes[0].id}/revert`)).status).toBe(201);
    expect(await people.typesTo('fay@example.com')).toEqual(['FactorRemoved', 'FactorAdded']);
    await app.manage('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });
    await app.manage('POST', `/users/${id}/mfa-verifications`, { type: 'BackupCode' });
    const [factor] = (await app.manage('GET', `/users/${id}/mfa-verifications`)).body;
    await app.manage('DELETE', `/users/${id}/mfa-verifications/${factor.id}`);
    expect((await people.toldTo('fay@example.com'))[0]).toMatchObject({
      templateType: 'FactorRemoved',
      payload: { factors: ['Totp', 'BackupCode'] },
    });
  });

  test('[V6.3.7] another email address: the old one hears of it too', async () => {
    const id = await people.create('eve');
    const primaryEmail = 'eve-at-work@example.com';
    await app.manage('PATCH', `/users/${id}`, { primaryEmail, isEmailVerified: true });
    for (const address of ['eve@example.com', primaryEmail])
      expect(await people.toldTo(address)).toMatchObject([
        { templateType: 'EmailChanged', payload: { isByAdministrator: true, link: expect.any(String) } },
      ]);
    // Also by the user, with a code to the new address.
    const owner = await enter(app, { username: 'eve' });
    const identifier = { type: 'email', value: 'eve-at-home@example.com' };
    const { body: sent } = await owner.send('POST', '/verifications/verification-code', { identifier });
    const { body: mail } = await app.manage('GET', '/development-mailbox?recipient=eve-at-home@example.com');
    await owner.send('POST', '/verifications/verification-code/verify', {
      identifier,
      verificationId: sent.verificationRecordId,
      code: mail[0].payload.code,
    });
    const taken = await owner.send(
      'POST',
      '/my-account/primary-email',
      { email: identifier.value, newIdentifierVerificationRecordId: sent.verificationRecordId },
      await owner.prove(),
    );
    expect(taken.status, taken.text).toBe(204);
    expect((await people.toldTo(primaryEmail))[0]).toMatchObject({
      templateType: 'EmailChanged',
      payload: { isByAdministrator: false },
    });
    expect(await people.typesTo(identifier.value)).toEqual(['EmailChanged']);
  });

  test('[V6.3.7] another phone number; an unproven address hears nothing', async () => {
    const id = await people.create('phil');
    await app.manage('PATCH', `/users/${id}`, { primaryPhone: '12025550100' });
    expect(await people.typesTo('phil@example.com')).toEqual(['PhoneChanged']);
    const stranger = await people.create('una', { isEmailVerified: false });
    await app.manage('PATCH', `/users/${stranger}`, { primaryPhone: '12025550101' });
    await app.manage('PATCH', `/users/${stranger}/password`, { password: another });
    await app.manage('PATCH', `/users/${stranger}`, { primaryEmail: 'una2@example.com' });
    for (const address of ['una@example.com', 'una2@example.com'])
      expect(await people.toldTo(address)).toEqual([]);
  });

  test('[V6.3.7] a phone number that the user has changed: the email says so, and its link locks the account', async () => {
    const id = await people.create('petra', { primaryPhone: '12025550110' });
    const owner = await enter(app, { username: 'petra' });
    const identifier = { type: 'phone', value: '12025550111' };
    const { body: sent } = await owner.send('POST', '/verifications/verification-code', { identifier });
    const { body: messages } = await app.manage('GET', `/development-mailbox?recipient=${identifier.value}`);
    await owner.send('POST', '/verifications/verification-code/verify', {
      identifier,
      verificationId: sent.verificationRecordId,
      code: messages[0].payload.code,
    });
    const change = { phone: identifier.value, newIdentifierVerificationRecordId: sent.verificationRecordId };
    const path = '/my-account/primary-phone';
    // Neither without a proof of who it is, nor with another number than the one that was proven.
    expect((await owner.send('POST', path, change)).status).toBe(401);
    const proof = await owner.prove();
    const swapped = await owner.send('POST', path, { ...change, phone: '12025550112' }, proof);
    expect(swapped.status).toBeGreaterThanOrEqual(400);
    expect((await people.readUser(id)).primaryPhone).toBe('12025550110');
    const taken = await owner.send('POST', path, change, proof);
    expect([taken.status, taken.text]).toEqual([204, '']);
    expect((await people.readUser(id)).primaryPhone).toBe(identifier.value);
    const told = await people.toldTo('petra@example.com');
    expect(told).toMatchObject([
      { templateType: 'PhoneChanged', payload: { isByAdministrator: false, link: expect.any(String) } },
    ]);
    expect((await lockBy(app.env.ENDPOINT, tokenOf(told[0]!.payload.link!))).status).toBe(204);
    expect(await people.readUser(id)).toMatchObject({ isSuspended: true });
    expect((await owner.send('GET', '/my-account')).status).toBe(401);
  });

  test('the same address in other letters is no change, and registering with a factor is none', async () => {
    const id = await people.create('ida');
    const primaryEmail = 'IDA@example.com';
    await app.manage('PATCH', `/users/${id}`, { name: 'Ida', primaryEmail, isEmailVerified: true });
    for (const address of ['ida@example.com', primaryEmail]) expect(await people.toldTo(address)).toEqual([]);
  });

  const signInOn = async (
    browser: ReturnType<typeof createBrowser>,
    username: string,
    parameters: Record<string, string> = {},
  ) => {
    await visit(app, undefined, { prompt: 'login', ...parameters }, browser);
    await signIn(browser, app.env.ENDPOINT, { username, password });
  };

  test('[V6.3.5] a sign-in on a new device, not the first one and not on a known device', async () => {
    await people.create('nia');
    const redirectUris = ['https://shop.example/callback'];
    const { body: shop } = await app.manage('POST', '/applications', {
      name: 'Shop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris, postLogoutRedirectUris: [] },
    });
    const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36';
    const [laptop, phone] = [createBrowser(), createBrowser(undefined, { 'user-agent': agent })];
    await signInOn(laptop, 'nia');
    await signInOn(laptop, 'nia');
    expect(await people.toldTo('nia@example.com')).toEqual([]);
    await signInOn(phone, 'nia', { client_id: shop.id, redirect_uri: redirectUris[0] ?? '' });
    expect(await people.toldTo('nia@example.com')).toMatchObject([
      { templateType: 'NewDevice', payload: { application: { name: 'Shop' }, userAgent: agent } },
    ]);
    await signInOn(phone, 'nia');
    await signInOn(laptop, 'nia');
    expect(await people.typesTo('nia@example.com')).toEqual(['NewDevice']);
  });

  test('who last signed in before devices were remembered hears nothing the first time', async () => {
    const id = await people.create('old');
    await app.database
      .tenant('default')
      .send(db => db.updateTable('users').set({ lastSignInAt: 1000 }).where('id', '=', id).execute());
    await signInOn(createBrowser(), 'old');
    expect(await people.toldTo('old@example.com')).toEqual([]);
    await signInOn(createBrowser(), 'old');
    expect(await people.typesTo('old@example.com')).toEqual(['NewDevice']);
  });

  test('more than ten of one kind within an hour are not sent', async () => {
    const id = await people.create('lou');
    for (let index = 0; index < 14; index += 1) {
      await app.manage('PATCH', `/users/${id}`, { primaryPhone: `120255502${10 + index}` });
      await app.app.services.jobs.runDue();
    }
    expect(await people.toldTo('lou@example.com')).toHaveLength(10);
  });

  test('the limit counts what was sent: also to a suspended user, and over a suspension', async () => {
    const id = await people.create('sue');
    const change = async (count: number, from: number) => {
      for (let index = 0; index < count; index += 1)
        await app.manage('PATCH', `/users/${id}`, { primaryPhone: `120255503${from + index}` });
      await app.app.services.jobs.runDue();
    };
    await change(6, 10);
    // Takes all lock links of the user.
    await app.manage('PATCH', `/users/${id}/is-suspended`, { isSuspended: true });
    await change(8, 20);
    await app.manage('PATCH', `/users/${id}/is-suspended`, { isSuspended: false });
    await change(4, 30);
    expect(await people.toldTo('sue@example.com')).toHaveLength(10);
    // Another kind has its own limit.
    await app.manage('PATCH', `/users/${id}/password`, { password: another });
    expect((await people.typesTo('sue@example.com'))[0]).toBe('PasswordChanged');
  });

  test('[V6.3.7] another username, a linked or unlinked account, and a personal access token', async () => {
    const id = await people.create('uma');
    await app.manage('PATCH', `/users/${id}`, { username: 'uma_new' });
    const identity = { userId: 'g-1', details: {} };
    await app.manage('PUT', `/users/${id}/identities/google`, identity);
    // Linking the same account again is no change, but linking another one at the same provider is.
    await app.manage('PUT', `/users/${id}/identities/google`, { ...identity, details: { name: 'Uma' } });
    await app.manage('DELETE', `/users/${id}/identities/google`);
    const token = await app.manage('POST', `/users/${id}/personal-access-tokens`, { name: 'Deploy' });
    expect(token.status, token.text).toBe(201);
    const told = await people.toldTo('uma@example.com');
    expect(told.map(({ templateType, payload }) => [templateType, payload.name])).toEqual([
      ['PersonalAccessTokenCreated', 'Deploy'],
      ['AccountUnlinked', 'google'],
      ['AccountLinked', 'google'],
      ['UsernameChanged', undefined],
    ]);
    for (const { payload } of told)
      expect(payload).toMatchObject({ isByAdministrator: true, link: expect.any(String) });
    expect(JSON.stringify(told)).not.toContain(token.body.value);
  });

  test('[V6.3.7] an account of an enterprise that the user unlinks', async () => {
    const id = await people.create('sso');
    await app.manage('PATCH', '/account-center', { fields: { social: 'Edit' } });
    await app.database.tenant('default').write(testOrigin, async tx => {
      await tx.insert('ssoConnectors', {
        id: 'acme',
        providerName: 'OIDC',
        connectorName: 'Acme Corp',
        config: '{}',
        domains: [],
      });
      await tx.insert('userSsoIdentities', {
        id: 'acme-sso',
        userId: id,
        issuer: 'https://acme.example',
        identityId: '1',
        ssoConnectorId: 'acme',
        detail: {},
      });
    });
    const owner = await enter(app, { username: 'sso' });
    const proof = await owner.prove();
    const gone = await owner.send('DELETE', '/my-account/sso-identities/acme', undefined, proof);
    expect(gone.status, gone.text).toBe(204);
    expect((await people.toldTo('sso@example.com'))[0]).toMatchObject({
      templateType: 'AccountUnlinked',
      payload: { name: 'Acme Corp', isByAdministrator: false },
    });
  });

  test('a notice that is switched off is not sent, and the others are', async () => {
    const id = await people.create('ola');
    await app.manage('PATCH', '/sign-in-exp', { securityNotices: { PhoneChanged: false } });
    await app.manage('PATCH', `/users/${id}`, { primaryPhone: '12025550190' });
    await app.manage('PATCH', `/users/${id}/password`, { password: another });
    expect(await people.typesTo('ola@example.com')).toEqual(['PasswordChanged']);
    await app.manage('PATCH', '/sign-in-exp', { securityNotices: {} });
    const { body } = await call(`${app.env.ENDPOINT}/api/.well-known/sign-in-exp`);
    expect(body).not.toHaveProperty('securityNotices');
  });

  test('a sign-in on a known device costs no more statements than before there were notices', async () => {
    await people.create('cost');
    const browser = createBrowser();
    const counts: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      await visit(app, 'SignIn', { prompt: 'login' }, browser);
      const before = app.database.queryCount();
      await signIn(browser, app.env.ENDPOINT, { username: 'cost', password });
      counts.push(app.database.queryCount() - before);
    }
    // The least of several: what runs in the background sends statements too.
    expect(Math.min(...counts)).toBeLessThanOrEqual(23);
  });
});

describe('without a connector for email', () => {
  test('a change is made, and no notice is sent', async () => {
    const app = await startTestApp('postgresql');
    const user = { username: 'quiet', password, primaryEmail: 'quiet@example.com', isEmailVerified: true };
    const { body } = await app.manage('POST', '/users', user);
    expect((await app.manage('PATCH', `/users/${body.id}/password`, { password: another })).status).toBe(200);
    await app.app.services.jobs.runDue();
    const left = await app.database.system(db => db.selectFrom('jobs').select('id').execute());
    const messages = await app.database.system(db => db.selectFrom('messages').select('id').execute());
    expect([...left, ...messages]).toEqual([]);
    await app.close();
  });
});
