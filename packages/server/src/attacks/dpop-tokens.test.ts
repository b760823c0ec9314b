import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { redirectUri } from '../oidc/testing/people.ts';
import { setUpThieves, type Thieves } from './testing/oauth.ts';
import { verifier } from './testing/people.ts';

type Key = { privateKey: CryptoKey; jwk: JWK; thumbprint: string };

const createKey = async (): Promise<Key> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { privateKey, jwk, thumbprint: await calculateJwkThumbprint(jwk) };
};
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const now = () => Math.floor(Date.now() / 1000);

/** A token that is bound to a key is worth nothing without it (RFC 9449), and neither is what leads to one. */
describe('a thief without the key of a client', () => {
  let app: TestApp;
  let thieves: Thieves;
  let own: Key;
  let other: Key;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    thieves = await setUpThieves(app);
    [own, other] = [await createKey(), await createKey()];
  });
  afterAll(() => app.close());

  const prove = ({ privateKey, jwk }: Key, claims: object = {}, header: object = {}) =>
    new SignJWT({
      htm: 'POST',
      htu: `${thieves.origin}/oidc/token`,
      iat: now(),
      jti: crypto.randomUUID(),
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
      .sign(privateKey);
  const askToken = async (parameters: Record<string, string>, dpop?: string, authorization?: string) => {
    const answer = await fetch(`${thieves.origin}/oidc/token`, {
      method: 'POST',
      headers: { ...(dpop ? { dpop } : {}), ...(authorization ? { authorization } : {}) },
      body: new URLSearchParams(parameters),
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  const spend = (code: string | null, dpop?: string) =>
    askToken(
      {
        grant_type: 'authorization_code',
        client_id: thieves.shop,
        redirect_uri: redirectUri,
        code: code ?? '',
        code_verifier: verifier,
      },
      dpop,
    );
  const refresh = (refreshToken: string, dpop?: string) =>
    askToken({ grant_type: 'refresh_token', client_id: thieves.shop, refresh_token: refreshToken }, dpop);
  const enter = async (parameters: Record<string, string> = {}) =>
    (await thieves.enter({ scope: 'openid offline_access profile', ...parameters })).answer.get('code');

  test('spends no code that was bound to the key', async () => {
    for (const proof of [undefined, await prove(other)]) {
      const code = await enter({ dpop_jkt: own.thumbprint });
      expect(await spend(code, proof)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    }
    const code = await enter({ dpop_jkt: own.thumbprint });
    expect(await spend(code, await prove(own))).toMatchObject({ status: 200, body: { token_type: 'DPoP' } });
  });

  test('gets no token by a proof for another request, another time, or a second use', async () => {
    const used = await prove(own);
    expect((await spend(await enter(), used)).status).toBe(200);
    const attacks: Record<string, () => Promise<string>> = {
      replay: async () => used,
      htu: () => prove(own, { htu: `${thieves.origin}/oidc/me` }),
      'another host': () => prove(own, { htu: 'https://evil.example/oidc/token' }),
      htm: () => prove(own, { htm: 'GET' }),
      stale: () => prove(own, { iat: now() - 3600 }),
      'from the future': () => prove(own, { iat: now() + 3600 }),
      'no jti': () => prove(own, { jti: undefined }),
      typ: () => prove(own, {}, { typ: 'JWT' }),
      'the key of another': () => prove({ ...own, privateKey: other.privateKey }),
      'a made-up nonce': () => prove(own, { nonce: 'made-up' }),
    };
    for (const [name, make] of Object.entries(attacks)) {
      const { status, body } = await spend(await enter(), await make());
      expect([name, status, body.access_token]).toEqual([name, 400, undefined]);
    }
  });

  test('refreshes nothing of a public client, and a token that was used twice ends the family', async () => {
    const { body } = await spend(await enter(), await prove(own));
    for (const proof of [undefined, await prove(other)])
      expect(await refresh(body.refresh_token, proof)).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
    const next = await refresh(body.refresh_token, await prove(own));
    expect(next).toMatchObject({ status: 200, body: { token_type: 'DPoP' } });
    // The answer that was lost is given again only to who has the key.
    for (const proof of [undefined, await prove(other)])
      expect((await refresh(body.refresh_token, proof)).status).toBe(400);
  });

  test('reads nothing with the token alone, whatever it is called', async () => {
    const { body } = await spend(await enter(), await prove(own));
    const token: string = body.access_token;
    await app.manage('PATCH', '/account-center', {
      enabled: true,
      fields: { profile: 'Edit', name: 'Edit' },
    });
    for (const scheme of ['Bearer', 'bearer', 'DPoP', 'dpop'])
      for (const path of ['/oidc/me', '/api/my-account']) {
        const { status } = await call(`${thieves.origin}${path}`, {
          headers: { authorization: `${scheme} ${token}` },
        });
        expect([scheme, path, status >= 400 && status < 500]).toEqual([scheme, path, true]);
      }
    const read = (dpop: string) =>
      call(`${thieves.origin}/oidc/me`, { headers: { authorization: `DPoP ${token}`, dpop } });
    const htu = `${thieves.origin}/oidc/me`;
    const good = { htm: 'GET', htu, ath: hashOf(token) };
    expect((await read(await prove(other, good))).status).toBe(401);
    expect((await read(await prove(own, { ...good, ath: hashOf(body.refresh_token) }))).status).toBe(401);
    expect((await read(await prove(own, good))).status).toBe(200);
  });

  test('of a confidential client, gets no bound token without its secret, nor one for the own key', async () => {
    const { id, secret } = await thieves.people.createApplication({ name: 'Ledger', type: 'Traditional' });
    const { answer } = await thieves.enter({ client_id: id, scope: 'openid offline_access' });
    const parameters = {
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code: answer.get('code') ?? '',
      code_verifier: verifier,
    };
    const basic = `Basic ${btoa(`${id}:${secret}`)}`;
    expect((await askToken({ ...parameters, client_id: id }, await prove(own))).status).toBe(401);
    const { body } = await askToken(parameters, await prove(own), basic);
    expect(body.token_type).toBe('DPoP');
    const htu = `${thieves.origin}/oidc/me`;
    const proof = await prove(other, { htm: 'GET', htu, ath: hashOf(body.access_token) });
    const read = await call(htu, { headers: { authorization: `DPoP ${body.access_token}`, dpop: proof } });
    expect(read.status).toBe(401);
    const stolen = { grant_type: 'refresh_token', refresh_token: body.refresh_token as string };
    expect((await askToken({ ...stolen, client_id: id }, await prove(own))).status).toBe(401);
    expect((await askToken({ ...stolen, client_id: thieves.shop }, await prove(own))).status).toBe(400);
  });
});
