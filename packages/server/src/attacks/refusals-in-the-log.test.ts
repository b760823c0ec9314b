import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';
import { redirectUri } from '../oidc/testing/people.ts';
import { setUpThieves, type Thieves } from './testing/oauth.ts';

type Entry = { key: string; payload: Record<string, unknown> & { error?: object; count?: number } };
const base = '/experience/verification';

/** Each test comes from its own address: refusals are limited by address. */
describe.each(anyDatabase)('refused requests in the log, on %s', kind => {
  let app: TestApp;
  let thieves: Thieves;
  let visitors = 0;
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { TRUST_PROXY: 'true' } });
    thieves = await setUpThieves(app);
  });
  afterAll(() => app.close());

  const newBrowser = () => {
    visitors += 1;
    return createBrowser(undefined, { 'x-forwarded-for': `198.51.100.${visitors}` });
  };
  const entries = async (query: string): Promise<Entry[]> => {
    await app.app.services.audit.flush();
    return (await app.manage('GET', `/logs?page_size=100&${query}`)).body;
  };
  const failuresOf = (query: string) => entries(`result=Error&${query}`);

  test('[ENT-22] an authorization request with a bad redirect URI or an unknown application', async () => {
    const { shop, authorize } = thieves;
    await authorize({ redirect_uri: 'https://evil.example/cb?secret=1' }, newBrowser());
    const [refused] = await failuresOf(`applicationId=${shop}&logKey=AuthorizationRequest`);
    expect(refused?.payload).toMatchObject({
      applicationId: shop,
      error: { code: 'invalid_redirect_uri', setting: 'redirectUris' },
      params: { client_id: shop, redirect_uri: 'https://evil.example/cb?…' },
      ip: '198.51.100.1',
    });
    await authorize({ client_id: 'no-such-app' }, newBrowser());
    const [unknown] = await failuresOf('logKey=AuthorizationRequest');
    expect(unknown?.payload).toMatchObject({
      error: { code: 'invalid_client', reason: 'unknown_application', setting: 'appId' },
      params: { client_id: 'no-such-app' },
    });
    expect(unknown?.payload).not.toHaveProperty('applicationId');
  });

  test('what the database cannot store does not take other entries along', async () => {
    const { shop, authorize } = thieves;
    const browser = newBrowser();
    for (const bad of ['a\0b', `${'x'.repeat(255)}😀`, '\u{FFFF}'])
      await authorize({ client_id: bad, redirect_uri: bad, scope: bad }, browser);
    await authorize({ redirect_uri: 'https://evil.example/after' }, browser);
    const [last] = await failuresOf(`applicationId=${shop}&logKey=AuthorizationRequest`);
    expect(last?.payload.params).toMatchObject({ redirect_uri: 'https://evil.example/after' });
    expect(await failuresOf('logKey=AuthorizationRequest')).toContainEqual(
      expect.objectContaining({
        payload: expect.objectContaining({ params: expect.objectContaining({ client_id: 'ab' }) }),
      }),
    );
  });

  test('[ENT-22] a token request says what exactly was wrong', async () => {
    const { people, spend, shop, origin } = thieves;
    await spend('made-up');
    const [guessed] = await failuresOf(`applicationId=${shop}&logKey=ExchangeTokenBy.AuthorizationCode`);
    expect(guessed?.payload.error).toMatchObject({
      detail: 'authorization code not found',
      reason: 'code_unknown',
    });
    const web = await people.createApplication({ name: 'Web', type: 'Traditional' });
    await fetch(`${origin}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${web.id}:wrong`)}` },
      body: new URLSearchParams({ grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri }),
    });
    const [secret] = await failuresOf(`applicationId=${web.id}`);
    expect(secret).toMatchObject({
      key: 'ExchangeTokenBy.AuthorizationCode',
      payload: { error: { reason: 'wrong_secret', setting: 'secrets', detail: 'invalid secret provided' } },
    });
  });

  const tryPassword = async (identifier: { type: string; value: string }, password = 'wrong password') => {
    const { step } = await visit(app, 'SignIn', {}, newBrowser());
    return step('POST', `${base}/password`, { identifier, password });
  };

  test('[ENT-22] a wrong password is in the log of its user, sealed; an unknown identifier is masked', async () => {
    const primaryEmail = `grace.${kind}@example.com`;
    const { body: user } = await app.manage('POST', '/users', {
      primaryEmail,
      password: 'correct horse battery',
    });
    await app.manage('PATCH', '/sign-in-exp', {
      signIn: {
        methods: ['username', 'email'].map(identifier => ({
          identifier,
          password: true,
          verificationCode: false,
          isPasswordPrimary: true,
        })),
      },
    });
    await tryPassword({ type: 'email', value: primaryEmail });
    expect(await failuresOf(`userId=${user.id}`)).toMatchObject([
      {
        key: 'Interaction.SignIn.Verification.Password.Submit',
        payload: {
          applicationId: expect.any(String),
          identifier: { type: 'email', value: primaryEmail },
          error: { code: 'session.invalid_credentials', setting: 'user' },
        },
      },
    ]);
    await tryPassword({ type: 'email', value: `nobody.${kind}@stranger.example` });
    const [stranger] = await failuresOf('logKey=Interaction.SignIn.Verification.Password.Submit');
    expect(stranger?.payload.identifier).toEqual({ type: 'email', value: 'n****@stranger.example' });
    expect(stranger?.payload).not.toHaveProperty('userId');
    const stored = await app.database.system(db =>
      sql<{ text: string }>`select payload::text as text from logs`.execute(db),
    );
    const text = stored.rows.map(row => row.text).join('\n');
    expect(text).not.toContain(primaryEmail);
    expect(text).not.toContain(`nobody.${kind}`);
    expect(text).toContain('session.invalid_credentials');
  });

  test('[ENT-22] a suspended user and a locked identifier', async () => {
    const password = 'correct horse battery';
    const username = `suspended_${kind}`;
    const { body: user } = await app.manage('POST', '/users', { username, password });
    await app.manage('PATCH', `/users/${user.id}/is-suspended`, { isSuspended: true });
    await tryPassword({ type: 'username', value: username }, password);
    expect(await failuresOf(`userId=${user.id}`)).toMatchObject([
      { payload: { error: { code: 'user.suspended', setting: 'user' }, identifier: { value: username } } },
    ]);
    await app.manage('PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: 1, lockoutDuration: 5 } });
    await tryPassword({ type: 'username', value: username });
    await tryPassword({ type: 'username', value: username });
    await app.manage('PATCH', '/sign-in-exp', { sentinelPolicy: {} });
    const [locked] = await failuresOf(`userId=${user.id}`);
    expect(locked?.payload.error).toMatchObject({
      code: 'session.verification_blocked_too_many_attempts',
      setting: 'lockout',
    });
  });

  test('[ENT-22] a sign-in that succeeds writes no failure', async () => {
    const { enter, shop, people } = thieves;
    const before = (await failuresOf(`applicationId=${shop}`)).length;
    await enter();
    await people.register(await people.discover(shop), `new_${kind}`);
    expect(await failuresOf(`applicationId=${shop}`)).toHaveLength(before);
  });

  test('strangers cannot fill the log: beyond a limit, refusals are counted', async () => {
    const flood = 300;
    const { shop, authorize } = thieves;
    const before = await failuresOf(`applicationId=${shop}&logKey=AuthorizationRequest`);
    const browser = newBrowser();
    await Promise.all(
      Array.from({ length: flood }, (_, index) =>
        authorize({ redirect_uri: `https://evil.example/${index}` }, browser),
      ),
    );
    const after = await failuresOf(`applicationId=${shop}&logKey=AuthorizationRequest`);
    const added = after.slice(0, after.length - before.length);
    expect(added.length).toBeLessThanOrEqual(61);
    expect(added.reduce((sum, { payload }) => sum + (payload.count ?? 1), 0)).toBe(flood);
    // Another address is still heard of one by one.
    await authorize({ redirect_uri: 'https://evil.example/other' }, newBrowser());
    const [other] = await failuresOf(`applicationId=${shop}&logKey=AuthorizationRequest`);
    expect(other?.payload.params).toMatchObject({ redirect_uri: 'https://evil.example/other' });
  });
});
