import { idTokenAlgorithms } from '@gatehouse/contract/client-metadata.ts';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { parseEnvironment } from '../env.ts';
import { call, requestToken, startTestApp, statementsOnceWarm, type TestApp } from '../http/testing/app.ts';
import { freePort } from '../http/testing/free-port.ts';
import { createLogger } from '../log.ts';
import { afterSignOut, createRelyingParty, formIn, user } from './conformance/testing/relying-party.ts';

type Key = { kid: string; alg: string; kty: string };

describe.each(databaseKinds)('the algorithm of ID tokens on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await app.manage('POST', '/users', user);
  });
  afterAll(() => app.close());

  const keysAt = async (endpoint = app.env.ENDPOINT): Promise<Key[]> =>
    (await call(`${endpoint}/oidc/jwks`)).body.keys;
  const discover = async () =>
    (await call(`${app.env.ENDPOINT}/oidc/.well-known/openid-configuration`)).body as Record<string, unknown>;
  const storedCompanions = async () => {
    const { value } = await app.database
      .tenant('default')
      .read(db =>
        db
          .selectFrom('configs')
          .select('value')
          .where('key', '=', 'oidc.companionKeys')
          .executeTakeFirstOrThrow(),
      );
    return value as { id: string; value: string; companionOf: string; algorithm: string }[];
  };
  const partyWith = (idTokenSignedResponseAlg?: string) =>
    createRelyingParty(app, { fields: { customClientMetadata: { idTokenSignedResponseAlg } } });

  test('two processes that are asked for keys at the same moment make one of each', async () => {
    const [port, adminPort] = [await freePort(), await freePort()];
    const env = parseEnvironment({ PORT: `${port}`, ADMIN_PORT: `${adminPort}`, LOG_LEVEL: 'silent' });
    const twin = await createApp({
      env: { ...env, ENDPOINT: app.env.ENDPOINT },
      database: app.database,
      vault: app.vault,
      logger: createLogger('silent'),
      isStrict: true,
    });
    await twin.listen();
    const ports = [app.env.ENDPOINT, `http://localhost:${port}`];
    const sets = await Promise.all(Array.from({ length: 40 }, (_, index) => keysAt(ports[index % 2])));
    expect(new Set(sets.map(keys => keys.map(({ kid }) => kid).join()))).toHaveLength(1);
    expect(sets[0]!.map(({ alg }) => alg)).toEqual(['ES256', 'RS256']);
    const stored = await storedCompanions();
    expect(stored.map(({ algorithm }) => algorithm)).toEqual(['RS256']);
    expect(stored[0]!.value).not.toContain('"d"');
    await twin.close();
  });

  test('discovery lists RS256, and its key is published (OpenID Connect Discovery section 3)', async () => {
    expect((await discover()).id_token_signing_alg_values_supported).toEqual(['ES256', 'RS256']);
    expect(await keysAt()).toContainEqual(expect.objectContaining({ alg: 'RS256', kty: 'RSA', use: 'sig' }));
  });

  test.each(idTokenAlgorithms)(
    'an application with %s gets ID tokens that are signed by it',
    async algorithm => {
      const party = await partyWith(algorithm);
      // A library that is strict about the algorithm, as those are that expect RS256.
      const { client_id } = party.configuration.clientMetadata();
      const strict = new openid.Configuration(
        party.configuration.serverMetadata(),
        client_id,
        { id_token_signed_response_alg: algorithm },
        openid.ClientSecretBasic(party.secret),
      );
      openid.allowInsecureRequests(strict);
      const { checks, page, browser } = await party.authorize({
        scope: 'openid offline_access',
        prompt: 'consent',
      });
      const tokens = await openid.authorizationCodeGrant(strict, new URL(page.address), checks);
      const { alg, kid } = decodeProtectedHeader(tokens.id_token!);
      expect(alg).toBe(algorithm);
      expect(await keysAt()).toContainEqual(expect.objectContaining({ kid, alg }));
      await jwtVerify(tokens.id_token!, createRemoteJWKSet(new URL(`${app.env.ENDPOINT}/oidc/jwks`)), {
        audience: party.id,
      });
      expect((await discover()).id_token_signing_alg_values_supported).toContain(algorithm);
      const renewed = await openid.refreshTokenGrant(strict, tokens.refresh_token!);
      expect(decodeProtectedHeader(renewed.id_token!).alg).toBe(algorithm);
      // As a hint it ends the session without a question.
      const end = openid.buildEndSessionUrl(party.configuration, {
        id_token_hint: tokens.id_token!,
        post_logout_redirect_uri: afterSignOut,
      });
      const { text } = await browser.send(end.href);
      expect(formIn(text)).toMatchObject({ fields: { logout: expect.any(String) } });
    },
  );

  test('other applications and access tokens stay with the algorithm of the tenant', async () => {
    const { tokens } = await (await partyWith()).obtain();
    expect(decodeProtectedHeader(tokens.id_token!).alg).toBe('ES256');
    expect(decodeProtectedHeader(app.token).alg).toBe('ES256');
  });

  test('a companion key signs no access tokens: our APIs refuse one', async () => {
    const companion = (await storedCompanions()).find(({ algorithm }) => algorithm === 'RS256')!;
    const key = await importJWK(JSON.parse(app.vault.open(companion.value)));
    const forged = await new SignJWT(decodeJwt(app.token))
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: companion.id })
      .sign(key);
    expect((await call(`${app.env.ENDPOINT}/api/users`, { token: forged })).status).toBe(401);
    expect((await call(`${app.env.ENDPOINT}/api/users`, { token: app.token })).status).toBe(200);
  });

  test('what does not fit is refused', async () => {
    const create = (customClientMetadata: object) =>
      app.manage('POST', '/applications', { name: 'App', type: 'Traditional', customClientMetadata });
    expect(await create({ idTokenSignedResponseAlg: 'none' })).toMatchObject({ status: 400 });
    expect(await create({ idTokenSignedResponseAlg: 'HS256' })).toMatchObject({ status: 400 });
    expect(await create({ idTokenSignedResponseAlg: 'RS256', securityProfile: 'Fapi2' })).toMatchObject({
      status: 400,
      body: { code: 'guard.invalid_input' },
    });
  });

  test('a rotation rotates them all, and the keys from before stay published', async () => {
    const party = await partyWith('RS256');
    const before = await party.obtain();
    const old = decodeProtectedHeader(before.tokens.id_token!).kid;
    const published = await keysAt();
    await app.manage('POST', '/configs/oidc/private-keys/rotate');
    const after = await party.obtain();
    const fresh = decodeProtectedHeader(after.tokens.id_token!);
    expect(fresh.alg).toBe('RS256');
    expect(published.map(({ kid }) => kid)).not.toContain(fresh.kid);
    const kids = (await keysAt()).map(({ kid }) => kid);
    expect(kids).toEqual(expect.arrayContaining([old, fresh.kid]));
  });

  test('a grace period publishes the next companions before they sign', async () => {
    const party = await partyWith('RS256');
    const before = decodeProtectedHeader((await party.obtain()).tokens.id_token!).kid;
    const { body } = await app.manage('POST', '/configs/oidc/private-keys/rotate', {
      rotationGracePeriod: 3600,
    });
    expect(body[0].status).toBe('Next');
    await keysAt();
    const next = (await storedCompanions()).find(
      ({ companionOf, algorithm }) => companionOf === body[0].id && algorithm === 'RS256',
    );
    expect((await keysAt()).map(({ kid }) => kid)).toContain(next?.id);
    expect(decodeProtectedHeader((await party.obtain()).tokens.id_token!).kid).toBe(before);
  });

  test('where the tenant signs by RS256, its own key does, and applications can still choose ES256', async () => {
    await app.manage('POST', '/configs/oidc/private-keys/rotate', { signingKeyAlgorithm: 'RSA' });
    const { body } = await app.manage('GET', '/configs/oidc/private-keys');
    const { tokens } = await (await partyWith('RS256')).obtain();
    expect(decodeProtectedHeader(tokens.id_token!).kid).toBe(body[0].id);
    const other = await (await partyWith('ES256')).obtain();
    expect(decodeProtectedHeader(other.tokens.id_token!).alg).toBe('ES256');
  });

  test('a request for keys sends no statement once the caches are warm', async () => {
    expect(await statementsOnceWarm(app, async () => void (await keysAt()))).toBe(0);
  });

  test('a signing key that is deleted takes its companions along', async () => {
    const { access_token: token } = await requestToken(app.env.ENDPOINT, app.manager, { scope: 'all' });
    const companions = await storedCompanions();
    const { body } = await app.manage('GET', '/configs/oidc/private-keys');
    const previous = body.find(({ status }: { status: string }) => status === 'Previous');
    const gone = companions.filter(({ companionOf }) => companionOf === previous.id).map(({ id }) => id);
    expect(gone).not.toHaveLength(0);
    const path = `${app.env.ENDPOINT}/api/configs/oidc/private-keys/${previous.id}`;
    expect((await call(path, { method: 'DELETE', token })).status).toBe(204);
    const kids = (await keysAt()).map(({ kid }) => kid);
    for (const kid of gone) expect(kids).not.toContain(kid);
  });
});
