import { sql } from 'kysely';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, signIn } from '../http/testing/browser.ts';
import { createPeople, type People, redirectUri } from './testing/people.ts';

describe.each(databaseKinds)('refresh tokens on %s', kind => {
  let app: TestApp;
  let people: People;
  let config: openid.Configuration;

  beforeAll(async () => {
    app = await startTestApp(kind);
    people = createPeople(app);
    config = await people.discover((await people.createApplication({ name: 'Shop', type: 'SPA' })).id);
  });
  afterAll(() => app.close());

  test('a rotation that ends half-way, as when the server is killed, signs no user out', async () => {
    const { tokens } = await people.register(config, 'halfway');
    const used = tokens?.refresh_token ?? '';
    // From here on the successor of a token cannot be stored.
    await app.database.system(async db => {
      await sql`create function refuse_successors() returns trigger language plpgsql as
        $$ begin raise exception 'the server is gone'; end $$`.execute(db);
      await sql`create trigger refuse_successors before insert on oidc_model_instances
        for each row when (new.model_name = 'RefreshToken') execute function refuse_successors()`.execute(db);
    });
    await expect(openid.refreshTokenGrant(config, used)).rejects.toThrow();
    await app.database.system(async db => {
      await sql`drop trigger refuse_successors on oidc_model_instances`.execute(db);
      await sql`drop function refuse_successors`.execute(db);
    });
    const again = await openid.refreshTokenGrant(config, used);
    const next = await openid.refreshTokenGrant(config, again.refresh_token ?? '');
    // The family is as it should be: what was used up counts no more.
    await expect(openid.refreshTokenGrant(config, used)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect(next.refresh_token).not.toBe(again.refresh_token);
  });

  test('with a new grant beyond what the application allows the oldest goes, and its tokens', async () => {
    const shop = await people.createApplication({
      name: 'One device',
      type: 'SPA',
      customClientMetadata: { maxAllowedGrants: 2 },
    });
    const client = await people.discover(shop.id);
    const first = await people.register(client, 'onedevice');
    const again = async () => {
      const verifier = openid.randomPKCECodeVerifier();
      const url = openid.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: 'openid offline_access',
        prompt: 'consent login',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const browser = createBrowser();
      const origin = app.env.ENDPOINT;
      await browser.follow(url.href, origin);
      const next = await signIn(browser, origin, {
        username: 'onedevice',
        password: 'correct horse battery',
      });
      const { address } = await browser.follow(next, origin);
      return openid.authorizationCodeGrant(client, new URL(address), { pkceCodeVerifier: verifier });
    };
    const refresh = (tokens: { refresh_token?: string }) =>
      openid.refreshTokenGrant(client, tokens.refresh_token ?? '').then(
        () => 'good',
        (error: { error?: string }) => error.error,
      );
    const second = await again();
    expect(await refresh(second)).toBe('good');
    const third = await again();
    expect(await refresh(third)).toBe('good');
    expect(await refresh(first.tokens!)).toBe('invalid_grant');
    const { body } = await app.manage('GET', `/users/${first.userId}/grants`);
    expect(body.grants).toHaveLength(2);
  });

  const registerShopper = async (username: string) => {
    const { tokens } = await people.register(config, username);
    return { tokens: tokens! };
  };
  /** As if the last uses of tokens were that long ago. */
  const ageUsedTokens = (seconds: number) =>
    people.write(tx =>
      tx.db
        .updateTable('oidcModelInstances')
        .set({ consumedAt: Date.now() - seconds * 1000 })
        .where('consumedAt', 'is not', null)
        .execute(),
    );

  test('[ENT-31] by default an ID token lives an hour and a refresh token 14 days, with rotation', async () => {
    const { tokens } = await registerShopper('dora');
    const { iat, exp } = tokens.claims()!;
    expect(exp - iat).toBe(3600);
    const rows = await app.database
      .tenant('default')
      .read(db =>
        db.selectFrom('oidcModelInstances').selectAll().where('modelName', '=', 'RefreshToken').execute(),
      );
    const lifetimes = rows.map(({ payload }) => Number(payload.exp) - Number(payload.iat));
    expect(lifetimes.every(seconds => Math.abs(seconds - 14 * 24 * 3600) < 60)).toBe(true);
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token!);
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
  });

  test('[V10.4.5] a refresh token that is used again later takes the whole grant with it', async () => {
    const { tokens } = await registerShopper('eve');
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token!);
    await ageUsedTokens(62);
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(openid.refreshTokenGrant(config, refreshed.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('who never got the answer, as when the server was killed, asks again within a minute and gets the same successor', async () => {
    const { tokens } = await registerShopper('edda');
    const lost = await openid.refreshTokenGrant(config, tokens.refresh_token!);
    await ageUsedTokens(55);
    const again = await openid.refreshTokenGrant(config, tokens.refresh_token!);
    expect(again.refresh_token).toBe(lost.refresh_token);
    await openid.refreshTokenGrant(config, again.refresh_token!);
  });

  test('two tabs that refresh at once get the same next refresh token, and it works', async () => {
    const { tokens } = await registerShopper('erik');
    const results = await Promise.all(
      [1, 2, 3].map(() => openid.refreshTokenGrant(config, tokens.refresh_token!)),
    );
    const successors = new Set(results.map(({ refresh_token: token }) => token));
    expect(successors.size).toBe(1);
    expect(successors).not.toContain(tokens.refresh_token);
    const [successor = ''] = successors;
    const next = await openid.refreshTokenGrant(config, successor!);
    // Its successor was used, so the sender of the first one is not a second tab.
    await openid.refreshTokenGrant(config, next.refresh_token!);
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(openid.refreshTokenGrant(config, next.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('in a browser a rotated refresh token does not live longer than the first one', async () => {
    const { tokens } = await registerShopper('emil');
    await people.write(tx =>
      tx.db
        .updateTable('oidcModelInstances')
        .set({ payload: sql`payload || jsonb_build_object('exp', (payload ->> 'exp')::int - 86400)` })
        .where('modelName', '=', 'RefreshToken')
        .where('accountId', '=', tokens.claims()!.sub)
        .execute(),
    );
    await openid.refreshTokenGrant(config, tokens.refresh_token!);
    const rows = await app.database
      .tenant('default')
      .read(db =>
        db
          .selectFrom('oidcModelInstances')
          .select('payload')
          .where('modelName', '=', 'RefreshToken')
          .where('accountId', '=', tokens.claims()!.sub)
          .execute(),
      );
    const ends = rows.map(({ payload }) => Number(payload.exp));
    expect(ends).toHaveLength(2);
    expect(Math.abs(ends[0]! - ends[1]!)).toBeLessThanOrEqual(1);
  });

  test('an application sets the lifetimes of its tokens, and whether refresh tokens change', async () => {
    const own = await people.createApplication({
      name: 'Own rules',
      type: 'Traditional',
      customClientMetadata: {
        idTokenTtl: 120,
        refreshTokenTtlInDays: 3,
        rotateRefreshToken: false,
        alwaysIssueRefreshToken: true,
      },
    });
    const client = await people.discover(own.id, openid.ClientSecretBasic(own.secret));
    const { tokens: found } = await people.register(client, 'elsa', { scope: 'openid', prompt: 'login' });
    const tokens = found!;
    const { iat, exp, sub } = tokens.claims()!;
    expect(exp - iat).toBe(120);
    const [stored] = await app.database
      .tenant('default')
      .read(db =>
        db
          .selectFrom('oidcModelInstances')
          .select('payload')
          .where('modelName', '=', 'RefreshToken')
          .where('accountId', '=', sub)
          .execute(),
      );
    expect(Number(stored!.payload.exp) - Number(stored!.payload.iat)).toBe(3 * 24 * 3600);
    const refreshed = await openid.refreshTokenGrant(client, tokens.refresh_token!);
    expect(refreshed.refresh_token).toBe(tokens.refresh_token);
  });

  test('an application with a secret gets a new refresh token each time, and the used one ends the grant', async () => {
    const own = await people.createApplication({ name: 'Rotating', type: 'Traditional' });
    const client = await people.discover(own.id, openid.ClientSecretBasic(own.secret));
    const { tokens } = await people.register(client, 'elin');
    const refreshed = await openid.refreshTokenGrant(client, tokens!.refresh_token!);
    expect(refreshed.refresh_token).not.toBe(tokens!.refresh_token);
    await ageUsedTokens(62);
    await expect(openid.refreshTokenGrant(client, tokens!.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('a native application gets a refresh token without asking for offline access, where it always gets one', async () => {
    const customClientMetadata = { alwaysIssueRefreshToken: true };
    const own = await people.createApplication({ name: 'Phone', type: 'Native', customClientMetadata });
    const client = await people.discover(own.id);
    const { tokens } = await people.register(client, 'nils', { scope: 'openid', prompt: 'login' });
    expect(tokens!.refresh_token).toBeTruthy();
  });

  test('offline access takes no prompt for our own application, and the consent of the user for others', async () => {
    const parameters = { scope: 'openid offline_access', prompt: 'login' };
    const { tokens } = await people.register(config, 'gina', parameters);
    expect(tokens!.refresh_token).toBeTruthy();
    const other = await people.createApplication({
      name: 'Partner',
      type: 'Traditional',
      isThirdParty: true,
    });
    const client = await people.discover(other.id, openid.ClientSecretBasic(other.secret));
    const { page } = await people.register(client, 'gita', parameters);
    // They are asked; and without the prompt, not for offline access.
    expect(page.address).toContain('/consent');
    const { browser, page: asked } = await people.register(client, 'gert', {
      ...parameters,
      prompt: 'consent',
    });
    expect(asked.address).toContain('/consent');
    const { body } = await browser.experience(app.env.ENDPOINT, 'GET', '/interaction/consent');
    expect(body.application.name).toBe('Partner');
  });

  test('the answer to a revocation is empty and has no type', async () => {
    const { tokens } = await registerShopper('rune');
    const body = new URLSearchParams({
      client_id: config.clientMetadata().client_id,
      token: tokens.refresh_token!,
    });
    const answer = await fetch(`${app.env.ENDPOINT}/oidc/token/revocation`, { method: 'POST', body });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, null, '']);
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('[V10.4.5] a public application rotates, whatever was stored for it before that was required', async () => {
    const old = await people.createApplication({ name: 'Old rules', type: 'SPA' });
    await people.write(tx =>
      tx.update('applications', { id: old.id }, { customClientMetadata: { rotateRefreshToken: false } }),
    );
    const client = await people.discover(old.id);
    const { tokens } = await people.register(client, 'olaf');
    const refreshed = await openid.refreshTokenGrant(client, tokens!.refresh_token!);
    expect(refreshed.refresh_token).not.toBe(tokens!.refresh_token);
  });
});
