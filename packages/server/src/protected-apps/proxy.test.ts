import { request as requestHttp } from 'node:http';
import type { Duplex } from 'node:stream';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDnsServer } from '../custom-domains/testing/dns-server.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, registerUser, signIn } from '../http/testing/browser.ts';
import { startOrigin } from './testing/origin.ts';

const password = 'correct horse battery';
const anyHost = 'http://';

describe.each(anyDatabase)('the proxy of protected applications on %s', kind => {
  let origin: Awaited<ReturnType<typeof startOrigin>>;
  let dns: Awaited<ReturnType<typeof startDnsServer>>;
  let app: TestApp;
  let clock = Date.now();
  const newBrowser = (headers: Record<string, string> = {}) => createBrowser(app.env.ENDPOINT, headers);
  const at = (host: string, path = '/') => `http://${host}:${new URL(app.env.ENDPOINT).port}${path}`;

  beforeAll(async () => {
    origin = await startOrigin();
    dns = await startDnsServer();
    app = await startTestApp(kind, {
      variables: { TRUST_PROXY: 'true', GATEHOUSE_DNS_SERVER: dns.address },
      now: () => clock,
    });
  });
  afterAll(async () => {
    origin.endStreams();
    await app.close();
    await origin.close();
    await dns.close();
  });

  const createSite = async (subDomain: string, settings: object = {}, address = origin.url) => {
    const { body } = await app.manage('POST', '/applications', {
      name: `Site ${subDomain}`,
      type: 'Protected',
      protectedAppMetadata: { subDomain, origin: address },
    });
    await app.manage('PATCH', `/applications/${body.id}`, { protectedAppMetadata: settings });
    const host = `${subDomain}.apps.localhost`;
    // The proxy hears of it as other processes do.
    await expect.poll(async () => (await newBrowser().send(at(host, '/sign-out'))).status).toBe(303);
    return { id: body.id as string, host };
  };
  /** A new user opens a page of the site and signs in on the way. */
  const visit = async (host: string, path: string, username: string) => {
    const browser = newBrowser();
    await browser.follow(at(host, path), anyHost);
    const next = await registerUser(browser, app.env.ENDPOINT, { username, password });
    return { browser, ...(await browser.follow(next, anyHost)) };
  };

  test('[ENT-4] who is not signed in is sent to sign in and comes back to the very page', async () => {
    const { id, host } = await createSite('wiki');
    const { browser, address, answer } = await visit(host, '/page?q=1&r=%2F', 'ada');
    expect(address).toBe(at(host, '/page?q=1&r=%2F'));
    const { headers, url } = answer?.body ?? {};
    expect(url).toBe('/page?q=1&r=%2F');
    expect(headers).toMatchObject({
      host: new URL(origin.url).host,
      'x-gatehouse-user-id': expect.stringMatching(/^\w{12}$/),
      'x-gatehouse-user-name': 'ada',
      'x-forwarded-host': new URL(at(host)).host,
      'x-forwarded-proto': 'http',
    });
    const claims = decodeJwt(headers['x-gatehouse-id-token']);
    expect(claims).toMatchObject({
      iss: `${app.env.ENDPOINT}/oidc`,
      aud: id,
      sub: headers['x-gatehouse-user-id'],
      username: 'ada',
    });
    // Our cookies are ours alone, in both directions.
    expect(headers.cookie).not.toContain('gatehouse_site');
    expect(browser.cookies()).toMatch(/gatehouse_site=v1\./);
    const set = answer!.headers.getSetCookie();
    expect(set).toEqual(['theme=dark; Path=/']);
    expect(answer!.headers.get('cache-control')).toBe('private, max-age=60');

    const redirected = await browser.send(at(host, '/redirect'));
    expect(redirected.location).toBe(at(host, '/next?a=1'));
    const large = await browser.send(at(host, '/upload'), { method: 'POST', body: 'x'.repeat(3_000_000) });
    expect(large.body.bytes).toBe(3_000_000);
  });

  test('[ENT-4] programs get 401, forms go to sign in by GET, and identities cannot be forged', async () => {
    const { host } = await createSite('forms');
    const stranger = newBrowser();
    for (const headers of [
      { accept: 'application/json' },
      { 'x-requested-with': 'XMLHttpRequest' },
      { 'sec-fetch-mode': 'cors' },
    ] as Record<string, string>[]) {
      const refused = await stranger.send(at(host, '/api'), { headers });
      expect(refused).toMatchObject({ status: 401, body: { code: 'auth.unauthorized' } });
    }
    const posted = await stranger.send(at(host, '/form'), { method: 'POST', body: 'a=b' });
    expect(posted.status).toBe(303);
    expect(posted.location).toContain('/oidc/auth?');
    // A callback that this browser did not start is refused.
    const state = new URL(posted.location ?? '').searchParams.get('state') ?? '';
    for (const given of [state, 'made-up'])
      expect((await newBrowser().send(at(host, `/sign-in-callback?code=x&state=${given}`))).status).toBe(400);

    const { browser } = await visit(host, '/', 'eve');
    const { body } = await browser.send(at(host), {
      headers: {
        'X-Gatehouse-User-Id': 'admin',
        x_gatehouse_user_email: 'admin@example.com',
        'X-GATEHOUSE-Roles': 'admin',
        'gatehouse-user-id': 'admin',
        x_forwarded_host: 'evil.example',
        forwarded: 'for=1.2.3.4',
        authorization: 'Bearer of the site itself',
      },
    });
    expect(JSON.stringify(body.headers)).not.toMatch(/admin|evil|1\.2\.3\.4/);
    expect(body.headers.authorization).toBe('Bearer of the site itself');
  });

  test('[ENT-4] page rules name what is guarded, however a path is spelt', async () => {
    const { host } = await createSite('rules', { pageRules: [{ path: '^/admin' }, { path: '\\.pdf$' }] });
    const stranger = newBrowser();
    const open = await stranger.send(at(host, '/public'), { headers: { 'x-gatehouse-user-id': 'admin' } });
    expect(open.status).toBe(200);
    expect(open.body.headers['x-gatehouse-user-id']).toBeUndefined();
    expect(open.headers.get('cache-control')).toBe('public, max-age=60');
    // Browsers tidy paths up; those who try to get around a rule do not.
    const statusOf = (path: string) =>
      new Promise<number | undefined>(resolve => {
        const { port } = new URL(app.env.ENDPOINT);
        const headers = { 'x-forwarded-host': host, accept: 'text/html' };
        requestHttp({ port, path, headers }, ({ statusCode }) => resolve(statusCode)).end();
      });
    for (const path of [
      '/admin',
      '/%61dmin',
      '/%2561dmin',
      '//admin',
      '/x/../admin',
      '/x/%2e%2e/admin',
      '/;a=b/admin',
      '/\\admin',
      '/a.pdf?x=1',
      '/%',
    ])
      expect(await statusOf(path), path).toBe(303);
  });

  test('[ENT-4] a session ends by time, by signing out, and with its user', async () => {
    const { host, id } = await createSite('ends', { sessionDuration: 600 });
    const { browser } = await visit(host, '/', 'joan');
    const isIn = async () => (await browser.send(at(host))).status === 200;
    expect(await isIn()).toBe(true);
    clock += 601_000;
    expect(await isIn()).toBe(false);
    // The provider still knows them: the way back needs no password.
    expect((await browser.follow(at(host, '/again'), anyHost)).answer?.body.url).toBe('/again');

    const userId = (await browser.send(at(host))).body.headers['x-gatehouse-user-id'] as string;
    await app.manage('PATCH', `/users/${userId}`, { name: 'Joan Ö.' });
    clock += 61_000;
    const renamed = (await browser.send(at(host))).body.headers;
    expect(renamed['x-gatehouse-user-name']).toBe('Joan%20%C3%96.');
    await app.manage('PATCH', `/users/${userId}/is-suspended`, { isSuspended: true });
    clock += 61_000;
    expect(await isIn()).toBe(false);
    await app.manage('PATCH', `/users/${userId}/is-suspended`, { isSuspended: false });

    await browser.follow(at(host), anyHost);
    await browser.follow(await signIn(browser, app.env.ENDPOINT, { username: 'joan', password }), anyHost);
    const kept = browser.cookies();
    const leaving = await browser.send(at(host, '/sign-out'));
    expect(leaving.location).toContain(`/oidc/session/end?client_id=${id}`);
    const asked = await browser.send(leaving.location ?? '');
    const xsrf = /name="xsrf" value="(\w+)"/.exec(asked.text)?.[1] ?? '';
    const confirmed = await browser.send(`${app.env.ENDPOINT}/oidc/session/end/confirm`, {
      method: 'POST',
      body: `xsrf=${xsrf}&logout=yes`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(confirmed.location).toBe(at(host));
    // A copy of the cookie is now worthless.
    expect((await newBrowser({ cookie: kept }).send(at(host))).status).toBe(303);
  });

  test('[ENT-4] WebSockets and streams pass as they are, for whom they are meant', async () => {
    const { host } = await createSite('live');
    const { browser } = await visit(host, '/', 'rosalind');
    const open = (headers: Record<string, string>) =>
      new Promise<{ status?: number; socket?: Duplex; head?: Buffer }>(resolve => {
        const request = requestHttp({
          port: new URL(app.env.ENDPOINT).port,
          path: '/socket',
          headers: { 'x-forwarded-host': host, connection: 'Upgrade', upgrade: 'websocket', ...headers },
        });
        request.on('upgrade', (_, socket, head) => resolve({ status: 101, socket, head }));
        request.on('response', response => resolve({ status: response.statusCode }));
        request.end();
      });
    expect((await open({})).status).toBe(401);
    const cookie = browser.cookies();
    expect((await open({ cookie, origin: 'http://evil.apps.localhost' })).status).toBe(403);
    const { socket, head } = await open({ cookie, origin: new URL(at(host)).origin });
    let heard = String(head);
    socket?.on('data', data => {
      heard += data;
    });
    await expect.poll(() => heard).toMatch(/^hello \w{12} /);
    socket?.write('echo');
    await expect.poll(() => heard).toMatch(/echo$/);

    const events = await fetch(`${app.env.ENDPOINT}/events`, {
      headers: { 'x-forwarded-host': host, cookie },
    });
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
    // The end of the stream is held back until its beginning has arrived.
    expect((await reader.read()).value).toBe('data: first\n\n');
    origin.endStreams();
    expect((await reader.read()).value).toBe('data: last\n\n');
    expect((await reader.read()).done).toBe(true);
    const broken = fetch(`${app.env.ENDPOINT}/broken`, { headers: { 'x-forwarded-host': host, cookie } });
    await expect(broken.then(answer => answer.text())).rejects.toThrow();
    // Left open on purpose: the server must end with it.
  });

  test('[ENT-4] a site that is down, leads to itself or is not there says so in words', async () => {
    const { host, id } = await createSite('down', { pageRules: [{ path: '^/admin' }] }, 'http://127.0.0.1:9');
    const down = await newBrowser().send(at(host, '/x?y="1'));
    expect(down.status).toBe(502);
    expect(down.text).toContain('cannot be reached right now');
    expect(down.text).toContain('<a href="/x?y=%221">');
    const forPrograms = await newBrowser({ accept: 'application/json' }).send(at(host, '/x'));
    expect(forPrograms.body.code).toBe('site.origin_unreachable');
    const looped = await newBrowser({ via: `1.1 ${host}` }).send(at(host, '/x'));
    expect(looped.status).toBe(508);
    expect((await newBrowser().send(at('nobody.apps.localhost'))).status).toBe(404);
    await app.manage('DELETE', `/applications/${id}`);
    await expect.poll(async () => (await newBrowser().send(at(host, '/x'))).status).toBe(404);
  });

  test('[ENT-4] a custom domain is the same site under another name', async () => {
    const { id } = await createSite('named');
    const { body } = await app.manage('POST', `/applications/${id}/protected-app-metadata/custom-domains`, {
      domain: 'named.acme.example',
    });
    for (const { name, type, value } of body.dnsRecords) dns.set(name, [type, value]);
    await app.manage('GET', `/applications/${id}/protected-app-metadata/custom-domains`);
    const isKnown = async () => (await newBrowser().send(at('named.acme.example', '/sign-out'))).status;
    await expect.poll(isKnown).toBe(303);
    const { address, answer } = await visit('named.acme.example', '/home', 'grace');
    expect(address).toBe(at('named.acme.example', '/home'));
    expect(answer?.body.headers['x-forwarded-host']).toBe(new URL(address).host);
  });
});
