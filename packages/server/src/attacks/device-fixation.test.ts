import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const password = 'correct horse battery';
const planted = 'known-to-the-attacker';

describe.each(anyDatabase)('a device cookie that an attacker has planted, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await app.manage('PATCH', '/sign-in-exp', {
      mfa: { factors: ['Totp'], policy: 'UserControlled' },
      adaptiveMfa: { enabled: true },
    });
    await app.manage('POST', '/users', { username: 'victim', password });
  });
  afterAll(() => app.close());

  test('does not survive a sign-in: the browser gets another value, and only that one is known', async () => {
    const { browser, step } = await visit(app, 'SignIn');
    const identifier = { type: 'username', value: 'victim' };
    const { body } = await step('POST', '/experience/verification/password', { identifier, password });
    await step('POST', '/experience/identification', body);
    await step('POST', '/experience/profile/mfa/mfa-skipped');
    const done = await browser.send(`${app.env.ENDPOINT}/api/experience/submit`, {
      method: 'POST',
      headers: { accept: 'application/json', cookie: `${browser.cookies()}; _device=${planted}` },
    });
    expect(done.status, done.text).toBe(200);
    const given = /_device=([^;]+)/.exec(done.headers.get('set-cookie') ?? '')?.[1];
    expect(given).toMatch(/.{20,}/);
    expect(given).not.toBe(planted);
    const places = await app.database
      .tenant('default')
      .read(db => db.selectFrom('signInPlaces').select('value').where('kind', '=', 'device').execute());
    const hashOf = (value: string) => createHash('sha256').update(value).digest('hex');
    expect(places.map(({ value }) => value)).toEqual([hashOf(given ?? '')]);
  });
});
