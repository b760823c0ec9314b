import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, registerUser } from '../http/testing/browser.ts';

const redirectUri = 'https://app.example/callback';
const password = 'correct horse battery';

describe.each(databaseKinds)('the audit log on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const createApplication = async () => {
    const { body } = await app.manage('POST', '/applications', {
      name: 'Shop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    });
    return body.id as string;
  };
  const entriesOf = async (applicationId: string) => {
    await app.app.services.audit.flush();
    const { body } = await app.manage('GET', `/logs?applicationId=${applicationId}&page_size=100`);
    return body.toReversed() as { key: string; payload: Record<string, unknown> }[];
  };

  test('[ENT-22] an IPv4 address is told as one', async () => {
    const { port } = new URL(app.env.ENDPOINT);
    await requestToken(`http://127.0.0.1:${port}`, app.manager);
    expect((await entriesOf(app.manager.id)).at(-1)?.payload.ip).toBe('127.0.0.1');
  });

  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.3595.65',
      {
        browser: { name: 'Edge', version: '142.0.3595.65', major: '142' },
        os: { name: 'Windows', version: '10.0' },
      },
      {},
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      { browser: { name: 'Safari', version: '18.5', major: '18' }, os: { name: 'iOS', version: '18.5' } },
      { type: 'mobile', vendor: 'Apple', model: 'iPhone' },
    ],
    ['curl/8.5.0', { browser: {}, os: {} }, {}],
  ])('says of %s which browser and device it is', async (agent, told, device) => {
    const { id, secret } = app.manager;
    await fetch(`${app.env.ENDPOINT}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}`, 'user-agent': agent },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: 'https://nothing.example' }),
    });
    const entry = (await entriesOf(id)).find(({ payload }) => payload.userAgent === agent);
    expect(entry?.payload.userAgentParsed).toEqual({ ua: agent, ...told, device });
  });

  test('a flush waits for the entries that came while another was writing', async () => {
    const applicationId = await createApplication();
    const { audit } = app.app.services;
    const note = (ip: string) =>
      audit.append('default', {
        key: 'Interaction.Create',
        payload: { result: 'Success', applicationId, ip },
      });
    note('192.0.2.1');
    const underWay = audit.flush();
    await Promise.resolve();
    note('192.0.2.2');
    expect((await entriesOf(applicationId)).map(({ payload }) => payload.ip).sort()).toEqual([
      '192.0.2.1',
      '192.0.2.2',
    ]);
    await underWay;
  });

  test('[ENT-22] tells who got, refreshed and revoked tokens, from where, and what failed', async () => {
    const applicationId = await createApplication();
    const shop = await openid.discovery(
      new URL(`${app.env.ENDPOINT}/oidc`),
      applicationId,
      undefined,
      openid.None(),
      { execute: [openid.allowInsecureRequests] },
    );
    const browser = createBrowser();
    const verifier = openid.randomPKCECodeVerifier();
    const url = openid.buildAuthorizationUrl(shop, {
      redirect_uri: redirectUri,
      scope: 'openid offline_access',
      prompt: 'consent',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    await browser.follow(url.href, app.env.ENDPOINT);
    const next = await registerUser(browser, app.env.ENDPOINT, { username: 'ada', password });
    const { address } = await browser.follow(next, app.env.ENDPOINT);
    const tokens = await openid.authorizationCodeGrant(shop, new URL(address), {
      pkceCodeVerifier: verifier,
    });
    const userId = tokens.claims()?.sub;
    const refreshed = await openid.refreshTokenGrant(shop, tokens.refresh_token ?? '');
    await openid.tokenRevocation(shop, refreshed.refresh_token ?? '');
    await expect(openid.refreshTokenGrant(shop, refreshed.refresh_token ?? '')).rejects.toThrow();

    const entries = await entriesOf(applicationId);
    const find = (key: string, result = 'Success') =>
      entries.find(entry => entry.key === key && entry.payload.result === result)?.payload;
    const caller = { applicationId, ip: expect.any(String), userAgent: expect.any(String) };
    expect(find('Interaction.Create')).toMatchObject({ ...caller, prompt: 'login' });
    expect(find('Interaction.End')).toMatchObject({ applicationId, userId });
    expect(find('ExchangeTokenBy.AuthorizationCode')).toMatchObject({
      ...caller,
      userId,
      tokenTypes: ['AccessToken', 'RefreshToken', 'IdToken'],
    });
    expect(find('ExchangeTokenBy.RefreshToken')).toMatchObject({ ...caller, userId });
    expect(find('RevokeToken')).toMatchObject(caller);
    expect(find('ExchangeTokenBy.RefreshToken', 'Error')).toMatchObject({
      ...caller,
      error: { code: 'invalid_grant' },
    });
    expect(JSON.stringify(entries)).not.toContain(refreshed.refresh_token);
  });

  test('what is written by one tenant is not seen by another', async () => {
    const applicationId = await createApplication();
    app.app.services.audit.append('admin', {
      key: 'Unknown',
      payload: { result: 'Success', applicationId },
    });
    expect(await entriesOf(applicationId)).toEqual([]);
  });
});
