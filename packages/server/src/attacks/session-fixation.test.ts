import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Browser, createBrowser, signIn } from '../http/testing/browser.ts';
import { submitForm } from '../oidc/conformance/testing/relying-party.ts';
import { enter, password, takeTokens } from './testing/people.ts';

describe.each(anyDatabase)('a thief who knows a session before it is used on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    for (const username of ['victim', 'thief']) await app.manage('POST', '/users', { username, password });
  });
  afterAll(() => app.close());

  const sessionIn = (browser: Browser) => /(?:^|; )_session=([^;]+)/.exec(browser.cookies())?.[1];
  /** The signed-in user, as an application sees it. */
  const whoIs = async (browser: Browser) => {
    const { page } = await visit(app, undefined, { prompt: 'none', scope: 'openid profile' }, browser);
    if (!new URL(page.address).searchParams.has('code')) return undefined;
    const { body } = await takeTokens(app, page.address);
    return JSON.parse(Buffer.from(body.id_token.split('.')[1], 'base64url').toString()).username as string;
  };
  const signInAs = async (browser: Browser, username: string, parameters: Record<string, string> = {}) => {
    await visit(app, undefined, parameters, browser);
    return browser.follow(await signIn(browser, app.env.ENDPOINT, { username, password }), app.env.ENDPOINT);
  };

  test('[V7.2.4] every sign-in has a new session, and the one from before is worth nothing', async () => {
    const { browser } = await enter(app, { username: 'victim' });
    const before = browser.cookies();
    await signInAs(browser, 'victim', { prompt: 'login' });
    expect(sessionIn(browser)).toBeDefined();
    const copy = createBrowser();
    copy.plant(before);
    expect([sessionIn(copy) === sessionIn(browser), await whoIs(copy)]).toEqual([false, undefined]);
    expect(await whoIs(browser)).toBe('victim');
  });

  test('a planted session stays the one of the thief: another account ends it first, by a form', async () => {
    const { browser: thief } = await enter(app, { username: 'thief' });
    const planted = thief.cookies();
    const victim = createBrowser();
    victim.plant(planted);
    const { answer, address } = await signInAs(victim, 'victim', { prompt: 'login' });
    // The library has the old session ended by a form that the browser sends.
    expect(address).not.toContain('code=');
    const ended = await submitForm(victim, answer?.text ?? '');
    await victim.follow(new URL(ended.location ?? '', app.env.ENDPOINT).href, app.env.ENDPOINT);
    expect(await whoIs(victim)).toBe('victim');
    expect(sessionIn(victim)).not.toBe(/(?:^|; )_session=([^;]+)/.exec(planted)?.[1]);
    // The stolen cookies do not give the session of the victim.
    const kept = createBrowser();
    kept.plant(planted);
    expect(await whoIs(kept)).not.toBe('victim');
    expect(await whoIs(thief)).not.toBe('victim');
  });
});
