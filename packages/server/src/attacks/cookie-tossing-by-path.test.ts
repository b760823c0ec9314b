import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../api/cloud/testing/people.ts';
import { createApp } from '../app.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { hashPassword } from '../domain/passwords.ts';
import { createUser } from '../domain/users.ts';
import { parseEnvironment } from '../env.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Browser, createBrowser, signIn } from '../http/testing/browser.ts';
import { freePort } from '../http/testing/free-port.ts';
import { createLogger } from '../log.ts';
import { challenge } from './testing/oauth.ts';
import { password } from './testing/people.ts';

const host = 'https://id.example';
const redirectUri = 'https://site.example/callback';

/** Tenants share one host by their paths, and a sibling host plants cookies for the paths of a tenant. */
describe('cookies that a sibling host has planted for a tenant on a shared host', () => {
  let app: TestApp;
  let secure: Awaited<ReturnType<typeof createApp>>;
  let port: number;
  let ada: Person;
  const sites: { here: string; clientId: string }[] = [];
  beforeAll(async () => {
    const variables = { GATEHOUSE_EDITION: 'cloud', GATEHOUSE_TENANTS_BY: 'path' };
    app = await startTestApp('postgresql', { variables });
    port = await freePort();
    // The same product behind a proxy that has the certificate.
    const env = parseEnvironment({
      ...variables,
      PORT: `${port}`,
      ADMIN_PORT: `${await freePort()}`,
      ENDPOINT: host,
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'silent',
    });
    const { database, vault } = app;
    secure = await createApp({ env, database, vault, logger: createLogger('silent'), isStrict: true });
    await secure.listen();
    ada = await createPerson(app, 'ada');
    const passwordEncrypted = await hashPassword(password);
    for (const name of ['Acme', 'Bmce']) {
      const { body: tenant } = await ada.cloud('POST', '/tenants', { name });
      await app.database
        .tenant(tenant.id)
        .write(testOrigin, tx => createUser(tx, { username: 'grace', passwordEncrypted }));
      const { body: application } = await ada.manage(tenant.id, 'POST', '/applications', {
        name: 'Site',
        type: 'SPA',
        oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
      });
      sites.push({ here: `${host}/t/${tenant.id}`, clientId: application.id });
    }
  });
  afterAll(async () => {
    await secure.close();
    await app.close();
  });

  const open = () => createBrowser(`http://localhost:${port}`, { 'x-forwarded-proto': 'https' });
  const begin = (
    browser: Browser,
    { here, clientId }: { here: string; clientId: string },
    prompt = 'login',
  ) =>
    browser.follow(
      `${here}/oidc/auth?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        prompt,
      })}`,
      here,
    );
  const isSignedIn = async (browser: Browser, site: (typeof sites)[number]) =>
    new URL((await begin(browser, site, 'none')).address).searchParams.has('code');
  /** A sibling host can set every cookie but those with `__Host-`. */
  const plantable = (browser: Browser) =>
    browser
      .cookies()
      .split('; ')
      .filter(cookie => cookie && !cookie.startsWith('__Host-'))
      .join('; ');

  test('begin and finish no sign-in, and open no session', async () => {
    const [site] = sites as [(typeof sites)[number]];
    const attacker = open();
    await begin(attacker, site);
    const victim = open();
    victim.plant(plantable(attacker));
    const { status } = await victim.experience(site.here, 'GET', '/experience/interaction');
    expect(status).toBeGreaterThanOrEqual(400);
    const resume = await signIn(attacker, site.here, { username: 'grace', password });
    victim.plant(plantable(attacker));
    expect((await victim.send(resume)).status).toBe(400);
    await attacker.follow(resume, site.here);
    expect(await isSignedIn(attacker, site)).toBe(true);
    victim.plant(plantable(attacker));
    expect(await isSignedIn(victim, site)).toBe(false);
  });

  test('are those of one tenant: a session counts at its own only', async () => {
    const [one, other] = sites as [(typeof sites)[number], (typeof sites)[number]];
    const browser = open();
    for (const site of [one, other]) {
      await begin(browser, site);
      await browser.follow(await signIn(browser, site.here, { username: 'grace', password }), site.here);
      expect(await isSignedIn(browser, site)).toBe(true);
      expect(await isSignedIn(browser, one)).toBe(true);
    }
    const fresh = open();
    await begin(fresh, one);
    await fresh.follow(await signIn(fresh, one.here, { username: 'grace', password }), one.here);
    expect(await isSignedIn(fresh, other)).toBe(false);
  });
});
