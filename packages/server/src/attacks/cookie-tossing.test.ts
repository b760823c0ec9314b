import { adminTenantId, consoleApplicationId } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemOrigin } from '../domain/origins.ts';
import { hashPassword } from '../domain/passwords.ts';
import { createUser } from '../domain/users.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Browser, createBrowser, signIn } from '../http/testing/browser.ts';
import { challenge } from './testing/oauth.ts';
import { password } from './testing/people.ts';

const origin = 'https://console.example';

/** A sibling host, such as `blog.console.example`, can set cookies for the whole domain, but none with `__Host-`. */
describe('cookies that a sibling host has planted', () => {
  let app: TestApp;
  let attacker: Browser;
  beforeAll(async () => {
    app = await startTestApp('postgresql', { variables: { ADMIN_ENDPOINT: origin, TRUST_PROXY: 'true' } });
    const passwordEncrypted = await hashPassword(password);
    for (const username of ['victim', 'attacker'])
      await app.database
        .tenant(adminTenantId)
        .write(systemOrigin('test'), tx => createUser(tx, { username, passwordEncrypted }));
    attacker = open();
    await enter(attacker, 'attacker');
  });
  afterAll(() => app.close());

  const open = () =>
    createBrowser(`http://localhost:${app.env.ADMIN_PORT}`, { 'x-forwarded-proto': 'https' });
  const visitConsole = (browser: Browser, parameters: Record<string, string> = {}) => {
    const query = new URLSearchParams({
      client_id: consoleApplicationId,
      redirect_uri: `${origin}/console/callback`,
      response_type: 'code',
      scope: 'openid',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...parameters,
    });
    return browser.follow(`${origin}/oidc/auth?${query}`, origin);
  };
  const enter = async (browser: Browser, username: string) => {
    await visitConsole(browser);
    return browser.follow(await signIn(browser, origin, { username, password }), origin);
  };
  const isSignedIn = async (browser: Browser) => {
    const { address } = await visitConsole(browser, { prompt: 'none' });
    return new URL(address).searchParams.has('code');
  };
  const session = '__Host-_admin_session';
  const sessionOf = (browser: Browser) =>
    browser
      .cookies()
      .split('; ')
      .filter(cookie => cookie.startsWith(session));
  const renamed = (cookies: string[], name: string) =>
    cookies.map(cookie => cookie.replace(session, name)).join('; ');

  test('a session counts under its own name only, so the victim is not signed in as the attacker', async () => {
    expect(sessionOf(attacker)).toHaveLength(2);
    const control = open();
    control.plant(sessionOf(attacker).join('; '));
    expect(await isSignedIn(control)).toBe(true);
    const names = [
      '_admin_session',
      '__Secure-_admin_session',
      '__host-_admin_session',
      '\u00a0__Host-_admin_session',
      '$Version=1,__Host-_admin_session',
    ];
    for (const name of names) {
      const victim = open();
      victim.plant(renamed(sessionOf(attacker), name));
      expect([name, await isSignedIn(victim)]).toEqual([name, false]);
    }
  });

  test('a name that comes twice is never put together from two sessions', async () => {
    const victim = open();
    await enter(victim, 'victim');
    const [[mine = '', mineSigned = ''], [theirs = '', theirsSigned = '']] = [
      sessionOf(victim),
      sessionOf(attacker),
    ];
    const isOpen = async (...cookies: string[]) =>
      isSignedIn(
        createBrowser(`http://localhost:${app.env.ADMIN_PORT}`, {
          'x-forwarded-proto': 'https',
          cookie: cookies.join('; '),
        }),
      );
    expect(await isOpen(mine, mineSigned)).toBe(true);
    expect(await isOpen(theirs, mine, mineSigned)).toBe(false);
    expect(await isOpen(mine, theirs, theirsSigned)).toBe(false);
    expect(await isOpen(mine, theirsSigned, mineSigned)).toBe(false);
  });

  test('a sign-in that the attacker began is not finished by the victim', async () => {
    const begun = open();
    await visitConsole(begun);
    await begun.experience(origin, 'PUT', '/experience', { interactionEvent: 'SignIn' });
    expect(begun.cookies()).toContain('__Host-_admin_interaction');
    const victim = open();
    victim.plant(begun.cookies().replaceAll('__Host-', ''));
    const { status } = await victim.experience(origin, 'GET', '/experience/interaction');
    expect(status).toBeGreaterThanOrEqual(400);
  });

  test('a sign-in that the attacker has finished does not sign the victim in as the attacker', async () => {
    const begun = open();
    await visitConsole(begun);
    const resume = await signIn(begun, origin, { username: 'attacker', password });
    // All but `__Host-` can be planted, with the path that the library looks at.
    const planted = begun
      .cookies()
      .split('; ')
      .filter(cookie => !cookie.startsWith('__Host-'));
    expect(planted.some(cookie => cookie.startsWith('__Secure-'))).toBe(true);
    const victim = open();
    victim.plant(planted.join('; '));
    expect((await victim.send(resume)).status).toBe(400);
    expect(await isSignedIn(victim)).toBe(false);
    // The browser in which it began continues.
    await begun.follow(resume, origin);
    expect(await isSignedIn(begun)).toBe(true);
  });

  test('every cookie that a sign-in sets belongs to its host alone', async () => {
    const browser = open();
    await enter(browser, 'victim');
    const names = browser
      .cookies()
      .split('; ')
      .map(cookie => cookie.split('=', 1)[0]!);
    expect(names).toContain(session);
    for (const name of names) expect(name).toMatch(/^__Host-/);
  });
});
