import { headers as headerNames } from '@gatehouse/contract/dialect.ts';
import { draftPreviewPath } from '@gatehouse/contract/draft-preview-paths.ts';
import { hourMs } from '@gatehouse/contract/duration.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { password } from '../api/account/testing/enter.ts';
import {
  base,
  createDraft,
  createLink,
  createTester,
  openLink,
  previewIn,
  readPage,
  startPreview,
} from '../api/draft-preview/testing/previews.ts';
import { keepMessages, visit } from '../api/experience/testing/visit.ts';
import { addPasskey } from '../api/management/testing/enter.ts';
import { tokenWith } from '../api/management/testing/tokens.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, signIn } from '../http/testing/browser.ts';

let app: TestApp;
let now = Date.now();
let count = 0;
let username: string;
beforeAll(async () => {
  app = await startTestApp('postgresql', {
    now: () => now,
    variables: { GATEHOUSE_ADDRESS_LIMIT: '10000' },
  });
  await keepMessages(app);
});
afterAll(() => app.close());
beforeEach(() => {
  now = Date.now();
  count += 1;
  username = `tester_${count}`;
});

const marker = { customCss: '.only-in-the-draft {}' };
type Step = Awaited<ReturnType<typeof startPreview>>['step'];
const begin = (step: Step) => step('PUT', '/experience', { interactionEvent: 'SignIn' });
const guess = (step: Step, value: string, given: string) =>
  step('POST', `${base}/password`, { identifier: { type: 'username', value }, password: given });
const ended = { status: 404, data: { draftPreview: { isPage: true }, hasInteraction: false } };

test('a link opens for its testers alone, and everyone else hears the same as for a link that never was', async () => {
  const { link } = await startPreview(app, username, marker);
  const stranger = await createTester(app, `stranger_${count}`);
  const unknown = await openLink(app, stranger, 'A'.repeat(32));
  const refused = await openLink(app, stranger, link.token);
  expect(refused.cookie).toBeUndefined();
  expect(refused.answer.status).toBe(404);
  expect(refused.answer.text).toBe(unknown.answer.text);
  const anonymous = await call(`${app.env.ENDPOINT}/api/my-account/draft-preview`, {
    method: 'POST',
    body: { token: link.token },
  });
  expect(anonymous.status).toBe(401);
  expect(await previewIn(app).page()).toMatchObject(ended);
});

test('the cookie is for this tenant and this browser, and no other value is one', async () => {
  const { cookie = '' } = await startPreview(app, username, marker);
  expect(cookie).toMatch(/^_preview=\w{32}; .*HttpOnly; SameSite=Lax/);
  const [pair = ''] = cookie.split('; ');
  const flipped = pair.slice(0, -1) + (pair.endsWith('a') ? 'b' : 'a');
  for (const planted of [flipped, '_preview=', '_preview=../x', `${pair}x`]) {
    const browser = createBrowser();
    browser.plant(planted);
    const { page, step } = previewIn(app, browser);
    const shown = await page();
    expect(shown).toMatchObject(ended);
    expect(shown.text).not.toContain('only-in-the-draft');
    expect((await begin(step)).body.code).toBe('session.not_found');
  }
});

test('a link and an open preview end at the second at which the link expires', async () => {
  const { tester, draftId, page, step } = await startPreview(app, username, marker);
  const { token } = await createLink(app, draftId, [tester.user.id], 24);
  const created = now;
  now = created + 24 * hourMs - 1000;
  expect(await page()).toMatchObject({ status: 200 });
  now = created + 24 * hourMs;
  expect(await page()).toMatchObject(ended);
  expect((await begin(step)).body.code).toBe('session.not_found');
  const late = await openLink(app, tester, token);
  expect(late.cookie).toBeUndefined();
  expect(late.answer.body.code).toBe('draft.preview_ended');
});

const endings: [
  name: string,
  end: (made: { draftId: string; linkId: string; userId: string }) => Promise<{ status: number }>,
][] = [
  [
    'revoking the link',
    ({ draftId, linkId }) => app.manage('DELETE', `/drafts/${draftId}/previews/${linkId}`),
  ],
  ['deleting the draft', ({ draftId }) => app.manage('DELETE', `/drafts/${draftId}`)],
  ['publishing the draft', ({ draftId }) => app.manage('POST', `/drafts/${draftId}/publish`, {})],
  [
    'suspending the tester',
    ({ userId }) => app.manage('PATCH', `/users/${userId}/is-suspended`, { isSuspended: true }),
  ],
  [
    'a suspension without anything else',
    async ({ userId }) => {
      await app.database
        .tenant('default')
        .send(db => db.updateTable('users').set({ isSuspended: true }).where('id', '=', userId).execute());
      return { status: 204 };
    },
  ],
  ['deleting the tester', ({ userId }) => app.manage('DELETE', `/users/${userId}`)],
  [
    'a new password of the tester',
    ({ userId }) => app.manage('PATCH', `/users/${userId}/password`, { password: 'another horse battery' }),
  ],
];

test.each(endings)('%s ends an open preview at once, between two steps', async (_, end) => {
  const { tester, draftId, link, page, step } = await startPreview(app, username, marker);
  await begin(step);
  const { body: proof } = await guess(step, username, password);
  expect((await end({ draftId, linkId: link.id, userId: tester.user.id })).status).toBeLessThan(300);
  const next = await step('POST', '/experience/identification', { verificationId: proof.verificationId });
  expect(next.body.code).toBe('session.not_found');
  const shown = await page();
  expect(shown).toMatchObject(ended);
  await app.manage('PATCH', '/sign-in-exp', { customCss: null });
});

test('guesses in a preview count like live ones, whatever the draft allows, and lock the live sign-in', async () => {
  await app.manage('PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: 4, lockoutDuration: 10 } });
  const { step } = await startPreview(app, username, {
    sentinelPolicy: { maxAttempts: 1000, lockoutDuration: 1 },
  });
  await begin(step);
  const live = await visit(app, 'SignIn', { prompt: 'login' });
  const codes: string[] = [];
  for (const at of [step, live.step, step, step]) codes.push((await guess(at, username, 'wrong')).body.code);
  const wrong = 'session.invalid_credentials';
  expect(codes).toEqual([wrong, wrong, wrong, 'session.verification_blocked_too_many_attempts']);
  const blocked = await guess(live.step, username, password);
  expect(blocked.body.code).toBe('session.verification_blocked_too_many_attempts');
  await app.manage('PATCH', '/sign-in-exp', { sentinelPolicy: {} });
});

test('no password of another user can be tried in a preview, and the answer does not tell who exists', async () => {
  const { step } = await startPreview(app, username, marker);
  await createTester(app, `other_${count}`);
  await begin(step);
  const right = await guess(step, `other_${count}`, password);
  const unknown = await guess(step, 'nobody_at_all', password);
  expect(right.body.code).toBe('draft.preview_of_others');
  expect(right.text).toBe(unknown.text);
});

test('the passkey of another user proves nothing in a preview', async () => {
  const passkeySignIn = { enabled: true };
  const { step } = await startPreview(app, username, { passkeySignIn });
  const other = await createTester(app, `other_${count}`);
  const visitor = { method: 'passkey', username: `other_${count}`, email: '', password, userId: '' } as const;
  await app.manage('PATCH', '/sign-in-exp', { passkeySignIn });
  const authenticator = await addPasskey(app, visitor);
  await app.manage('PATCH', '/sign-in-exp', { passkeySignIn: { enabled: false } });
  await begin(step);
  const path = `${base}/sign-in-passkey/authentication`;
  const { body } = await step('POST', path, { identifier: { type: 'username', value: username } });
  const payload = authenticator.authenticate(body.authenticationOptions, other.user.id);
  const proven = await step('POST', `${path}/verify`, { verificationId: body.verificationId, payload });
  expect(proven.body.code).toBe('draft.preview_of_others');
});

test('no step of a preview leads to a session, a code or a token, and no session of the provider opens there', async () => {
  const { tester, step, browser, page } = await startPreview(app, username, {
    mfa: { policy: 'NoPrompt', factors: [] },
  });
  const models = async () => {
    const rows = await app.database.system(db => db.selectFrom('oidcModelInstances').selectAll().execute());
    return rows.filter(({ tenantId }) => tenantId === 'default').length;
  };
  const before = await models();
  const logs = async () => {
    await app.app.services.audit.flush();
    const { body } = await app.manage('GET', `/logs?userId=${tester.user.id}&page_size=100`);
    return body.map(({ key }: { key: string }) => key);
  };
  const logged = await logs();
  expect(logged).toContain('DraftPreview.Open');
  await begin(step);
  const { body: proof } = await guess(step, username, password);
  await step('POST', '/experience/identification', { verificationId: proof.verificationId });
  expect((await step('POST', '/experience/submit')).body.code).toBe('draft.preview_stopped');
  for (const [method, path, body] of [
    ['POST', '/interaction/consent', {}],
    ['POST', '/interaction/account', undefined],
    ['POST', '/experience/account-lock', { token: 'x' }],
  ] as const)
    expect((await step(method, path, body)).status).toBeGreaterThanOrEqual(400);
  const oidc = await browser.send(`${app.env.ENDPOINT}${draftPreviewPath}/oidc/auth?client_id=demo-app`);
  expect(oidc.location).toBeNull();
  expect(await models()).toBe(before);
  expect(browser.cookies()).toMatch(/^_preview=\w+$/);
  expect((await page()).data.draftPreview.end).toBe('signIn');
  expect(await logs()).toEqual(logged);
  // The cookie of the preview opens nothing outside of it.
  const outside = await browser.experience(app.env.ENDPOINT, 'GET', '/experience/interaction');
  expect(outside.body.code).toBe('session.not_found');
});

test('creating a link takes the permissions of everything that the draft changes', async () => {
  const draftId = await createDraft(app, marker);
  const tester = await createTester(app, username);
  const create = async (permissions: string[]) => {
    const token = await tokenWith(app, permissions as never);
    return call(`${app.env.ENDPOINT}/api/drafts/${draftId}/previews`, {
      method: 'POST',
      token,
      body: { userIds: [tester.user.id] },
    });
  };
  expect((await create(['bundles:write', 'users:read'])).status).toBe(403);
  expect((await create(['bundles:write', 'sign-in-experience:write'])).status).toBe(403);
  expect((await create(['users:read', 'sign-in-experience:write'])).status).toBe(403);
  expect((await create(['bundles:write', 'users:read', 'sign-in-experience:write'])).status).toBe(201);
});

test('live pages, answers and caches stay the same while previews are open', async () => {
  const { page, step } = await startPreview(app, username, {
    ...marker,
    signInMode: 'Register',
    color: { primaryColor: '#010203', isDarkModeEnabled: false, darkPrimaryColor: '#010203' },
  });
  const wellKnown = `${app.env.ENDPOINT}/api/.well-known/sign-in-exp`;
  const { text, headers } = await call(wellKnown);
  const liveOnce = async () => {
    const answer = await call(wellKnown);
    expect(answer.text).toBe(text);
    expect(answer.headers.get('etag')).toBe(headers.get('etag'));
    const { page: live } = await visit(app);
    const shown = live.answer?.text ?? '';
    expect(shown).not.toContain('only-in-the-draft');
    expect(readPage(shown).signInExperience.signInMode).toBe('SignInAndRegister');
  };
  const draftOnce = async () => {
    const { data, headers } = await page();
    expect(data.signInExperience).toMatchObject({ signInMode: 'Register', ...marker });
    expect(headers.get('cache-control')).toBe('no-store');
    const begun = await begin(step);
    expect(begun.headers.get('cache-control')).toBe('no-store');
  };
  await createTester(app, `live_${count}`);
  const liveSignIn = async () => {
    const { browser } = await visit(app, undefined, { prompt: 'login' });
    const redirect = await signIn(browser, app.env.ENDPOINT, { username: `live_${count}`, password });
    expect(redirect).toContain('/oidc/auth/');
  };
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => [liveOnce, draftOnce, liveSignIn][index % 3]!()),
  );
});

test('links come back with nothing, and keep nothing from coming back', async () => {
  const { tester, draftId, link, page } = await startPreview(app, username, marker);
  const stay = await createLink(app, await createDraft(app, marker), [tester.user.id]);
  const changeOf = async (path: string) =>
    (await app.manage('DELETE', path)).headers.get(headerNames.changeIds);
  const undo = async (change: string | null) =>
    (await app.manage('POST', `/changes/${change}/revert`, {})).status;
  const deletedUser = await changeOf(`/users/${tester.user.id}`);
  await app.manage('DELETE', `/drafts/${draftId}/previews/${link.id}`);
  expect(await undo(deletedUser)).toBe(201);
  expect((await app.manage('GET', `/users/${tester.user.id}`)).status).toBe(200);
  expect((await openLink(app, tester, stay.token)).cookie).toBeUndefined();
  expect(await page()).toMatchObject(ended);

  const again = await createTester(app, `again_${count}`);
  const { token } = await createLink(app, draftId, [again.user.id]);
  expect(await undo(await changeOf(`/drafts/${draftId}`))).toBe(201);
  expect((await app.manage('GET', `/drafts/${draftId}`)).status).toBe(200);
  expect((await app.manage('GET', `/drafts/${draftId}/previews`)).body).toEqual([]);
  expect((await openLink(app, again, token)).cookie).toBeUndefined();
});
