import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { password } from '../account/testing/enter.ts';
import { keepMessages, readMessage, visit } from '../experience/testing/visit.ts';
import { base, createDraft, createLink, openLink, readPage, startPreview } from './testing/previews.ts';

const color = { isDarkModeEnabled: false, darkPrimaryColor: '#123456' };

describe.each(databaseKinds)('the preview of a draft on %s', kind => {
  let app: TestApp;
  let count = 0;
  let username: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await keepMessages(app);
    await app.manage('PATCH', '/sign-in-exp', {
      signIn: {
        methods: [
          { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
          { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true },
        ],
      },
      signUp: { identifiers: ['username'], password: true, verify: false },
    });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    count += 1;
    username = `tester_${count}`;
  });

  /** The whole row of a user, as a sign-in could change it. */
  const readUser = (id: string) =>
    app.database
      .tenant('default')
      .read(db => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
  const readSessions = async (id: string) => (await app.manage('GET', `/users/${id}/sessions`)).body;
  const identify = async (step: Awaited<ReturnType<typeof startPreview>>['step']) => {
    await step('PUT', '/experience', { interactionEvent: 'SignIn' });
    const identifier = { type: 'username', value: username };
    const { body: proof } = await step('POST', `${base}/password`, { identifier, password });
    return step('POST', '/experience/identification', { verificationId: proof.verificationId });
  };

  test('testers see the settings of the draft, and everyone else the live ones', async () => {
    const { page } = await startPreview(app, username, {
      color: { ...color, primaryColor: '#123456' },
      customCss: '.draft { color: red }',
      signIn: {
        methods: [{ identifier: 'email', password: false, verificationCode: true, isPasswordPrimary: false }],
      },
    });
    const { data, status, headers } = await page();
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
    expect(data).toMatchObject({
      hasInteraction: true,
      draftPreview: { name: 'Blue pages' },
      signInExperience: { color: { primaryColor: '#123456' }, customCss: '.draft { color: red }' },
      firstSteps: { SignIn: { identifiers: [{ identifier: 'email' }] } },
    });
    const live = await visit(app);
    const shown = readPage(live.page.answer?.text ?? '');
    expect(shown.draftPreview).toBeUndefined();
    expect(shown.signInExperience.color.primaryColor).not.toBe('#123456');
    expect(shown.firstSteps.SignIn.identifiers).toHaveLength(2);
  });

  test('a sign-in goes through the steps of the draft and stops where the live pages would sign in', async () => {
    const { tester, step, page, browser } = await startPreview(app, username, {
      mfa: { policy: 'Mandatory', factors: ['Totp'] },
    });
    const before = await readUser(tester.user.id);
    const sessions = await readSessions(tester.user.id);
    expect(await identify(step)).toMatchObject({ status: 204 });
    expect((await step('POST', '/experience/submit')).body.code).toBe('user.missing_mfa');
    const { body: totp } = await step('POST', `${base}/totp/secret`);
    const { verificationId } = totp;
    const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
    await step('POST', `${base}/totp/verify`, { verificationId, code });
    await step('POST', '/experience/profile/mfa', { type: 'Totp', verificationId });
    const stopped = await step('POST', '/experience/submit');
    expect(stopped).toMatchObject({
      status: 422,
      body: { code: 'draft.preview_stopped', data: { end: 'signIn' } },
    });
    expect((await page()).data.draftPreview).toEqual({ name: 'Blue pages', end: 'signIn', isPage: true });
    expect(browser.cookies().split('; ')).toHaveLength(1);
    expect(await readUser(tester.user.id)).toEqual(before);
    expect(await readSessions(tester.user.id)).toEqual(sessions);
    await step('PUT', '/experience', { interactionEvent: 'SignIn' });
    expect((await page()).data.draftPreview).toEqual({ name: 'Blue pages' });
  });

  test('a registration is checked and stops before an account is made', async () => {
    const { step } = await startPreview(app, username, { signInMode: 'SignInAndRegister' });
    const register = async (value: string) => {
      await step('PUT', '/experience', { interactionEvent: 'Register' });
      const { body } = await step('POST', `${base}/new-password-identity`, {
        identifier: { type: 'username', value },
        password: 'another horse battery',
      });
      return body.code
        ? body
        : (await step('POST', '/experience/identification', { verificationId: body.verificationId })).body;
    };
    expect((await register(username)).code).toBe('user.username_already_in_use');
    expect(await register(`new_${username}`)).toMatchObject({
      code: 'draft.preview_stopped',
      data: { end: 'register' },
    });
    const { body: found } = await app.manage('GET', `/users?search=new_${username}`);
    expect(found).toEqual([]);
  });

  test('codes go to the tester only, and a new password is not saved', async () => {
    const { tester, step } = await startPreview(app, username, {
      forgotPasswordMethods: ['EmailVerificationCode'],
    });
    const before = await readUser(tester.user.id);
    await step('PUT', '/experience', { interactionEvent: 'ForgotPassword' });
    const send = (value: string) =>
      step('POST', `${base}/verification-code`, {
        identifier: { type: 'email', value },
        interactionEvent: 'ForgotPassword',
      });
    expect((await send('stranger@example.com')).body.code).toBe('draft.preview_stopped');
    expect((await readMessage(app, 'stranger@example.com')).code).toBe('');
    await step('PUT', '/experience', { interactionEvent: 'ForgotPassword' });
    const email = `${username}@example.com`;
    const { verificationId } = (await send(email)).body;
    const { code } = await readMessage(app, email);
    const identifier = { type: 'email', value: email };
    await step('POST', `${base}/verification-code/verify`, { identifier, verificationId, code });
    await step('POST', '/experience/identification', { verificationId });
    expect(
      await step('PUT', '/experience/profile/password', { password: 'another horse battery' }),
    ).toMatchObject({
      status: 204,
    });
    const { body } = await step('POST', '/experience/submit');
    expect(body).toMatchObject({ code: 'draft.preview_stopped', data: { end: 'resetPassword' } });
    expect(await readUser(tester.user.id)).toEqual(before);
  });

  test('a factor that is proven in a preview stays unused, and an imported password stays as it was', async () => {
    const { tester, step } = await startPreview(app, username, {
      mfa: { policy: 'Mandatory', factors: ['Totp', 'BackupCode'] },
    });
    const { id } = tester.user;
    const { body: totp } = await app.manage('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });
    const { body: backup } = await app.manage('POST', `/users/${id}/mfa-verifications`, {
      type: 'BackupCode',
    });
    const digest = createHash('sha256').update(password).digest('hex');
    await app.database
      .tenant('default')
      .send(db =>
        db
          .updateTable('users')
          .set({ passwordEncrypted: digest, passwordEncryptionMethod: 'SHA256', credentialsChangedAt: null })
          .where('id', '=', id)
          .execute(),
      );
    const before = await readUser(id);
    expect(await identify(step)).toMatchObject({ status: 204 });
    expect((await step('POST', '/experience/submit')).body.code).toBe('session.mfa.require_mfa_verification');
    const [code] = backup.codes;
    const totpCode = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
    const wrong = await step('POST', `${base}/totp/verify`, { code: totpCode === '000000' ? '1' : '000000' });
    expect(wrong.body.code).toBe('session.mfa.invalid_totp_code');
    for (const [path, given] of [
      ['totp', totpCode],
      ['backup-code', code],
    ])
      expect(await step('POST', `${base}/${path}/verify`, { code: given })).toMatchObject({ status: 200 });
    expect((await step('POST', '/experience/submit')).body.code).toBe('draft.preview_stopped');
    expect(await readUser(id)).toEqual(before);
  });

  test('messages are limited as on the live pages, and their limit ends no preview', async () => {
    const { step, page } = await startPreview(app, username, { customCss: '.one {}' });
    await step('PUT', '/experience', { interactionEvent: 'SignIn' });
    const identifier = { type: 'email', value: `${username}@example.com` };
    const send = () => step('POST', `${base}/verification-code`, { identifier, interactionEvent: 'SignIn' });
    let answer = await send();
    for (let sent = 0; answer.status === 200 && sent < 50; sent += 1) answer = await send();
    expect(answer.status).toBe(429);
    expect((await page()).data.draftPreview).toEqual({ name: 'Blue pages' });
  });

  test('the preview follows the draft, and ends with it', async () => {
    const { tester, draftId, page, step } = await startPreview(app, username, { customCss: '.one {}' });
    expect((await page()).data.signInExperience.customCss).toBe('.one {}');
    await app.manage('POST', `/drafts/${draftId}/requests`, {
      method: 'PATCH',
      path: '/sign-in-exp',
      body: { customCss: '.two {}' },
    });
    expect((await page()).data.signInExperience.customCss).toBe('.two {}');
    await app.manage('PATCH', '/sign-in-exp', { color: { ...color, primaryColor: '#654321' } });
    expect((await page()).data.signInExperience).toMatchObject({
      color: { primaryColor: '#654321' },
      customCss: '.two {}',
    });
    const link = await createLink(app, draftId, [tester.user.id]);
    await app.manage('POST', `/drafts/${draftId}/publish`, {});
    expect(await page()).toMatchObject({ status: 404, data: { draftPreview: { isPage: true } } });
    expect((await step('GET', '/experience/interaction')).body.code).toBe('session.not_found');
    expect((await openLink(app, tester, link.token)).answer.body.code).toBe('draft.preview_ended');
  });

  test('a draft that no longer fits the live settings says so', async () => {
    const { body: role } = await app.manage('POST', '/roles', { name: username, description: 'x' });
    const { draftId, page } = await startPreview(app, username, { customCss: '.one {}' });
    await app.manage('POST', `/drafts/${draftId}/requests`, {
      method: 'PATCH',
      path: `/roles/${role.id}`,
      body: { description: 'y' },
    });
    await app.manage('DELETE', `/roles/${role.id}`);
    expect((await page()).data.draftPreview).toEqual({ isRefused: true, isPage: true });
  });

  test('links are listed without their secret, and 20 of a draft work at once', async () => {
    const { tester, draftId, link } = await startPreview(app, username, { customCss: '.one {}' });
    const list = async () => (await app.manage('GET', `/drafts/${draftId}/previews`)).body;
    const [listed] = await list();
    expect(listed).toMatchObject({
      id: link.id,
      author: { kind: 'application', name: 'Tests' },
      testers: [{ userId: tester.user.id, name: username }],
    });
    expect(JSON.stringify(listed)).not.toContain(link.token);
    const asked = await Promise.all(
      Array.from({ length: 25 }, () =>
        app.manage('POST', `/drafts/${draftId}/previews`, { userIds: [tester.user.id] }),
      ),
    );
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(asked.find(({ status }) => status !== 201)?.body.code).toBe('draft.limit_reached');
    expect(await list()).toHaveLength(20);
    const unknown = await app.manage('POST', `/drafts/${await createDraft(app, {})}/previews`, {
      userIds: ['nobody'],
    });
    expect(unknown.body.code).toBe('entity.relation_foreign_key_not_found');
  });
});
