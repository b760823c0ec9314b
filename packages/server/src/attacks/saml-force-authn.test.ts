import { samlBindings } from '@gatehouse/contract/saml.ts';
import type { SAML, SamlConfig } from '@node-saml/node-saml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Browser, createBrowser, signIn } from '../http/testing/browser.ts';
import { acs, createServiceProvider, entityId } from '../saml/testing/service-provider.ts';
import { password } from './testing/people.ts';

describe.each(anyDatabase)('an open browser at a service provider on %s', kind => {
  let app: TestApp;
  let origin: string;
  let id: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    origin = app.env.ENDPOINT;
    await app.manage('POST', '/users', { username: 'ada', password });
    id = (await app.manage('POST', '/saml-applications', { name: 'Ledger' })).body.id;
    const acsUrl = { binding: samlBindings.post, url: acs };
    await app.manage('PATCH', `/saml-applications/${id}`, { entityId, acsUrl });
  });
  afterAll(() => app.close());

  const serviceProvider = (options: Partial<SamlConfig> = {}) => createServiceProvider(origin, id, options);
  const visit = async (browser: Browser, sp: SAML) => {
    const begun = await browser.send(await sp.getAuthorizeUrlAsync('', undefined, {}));
    return browser.follow(begun.location ?? '', origin);
  };
  /** The decoded SAML response that the browser would post to the service provider. */
  const responseOf = (page: Awaited<ReturnType<typeof visit>>) => {
    const value = /name="SAMLResponse" value="([^"]*)"/.exec(page.answer?.text ?? '')?.[1] ?? '';
    return Buffer.from(value.replaceAll('&#61;', '='), 'base64').toString('utf8');
  };
  const part = (xml: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
  const login = async (browser: Browser) =>
    browser.follow(await signIn(browser, origin, { username: 'ada', password }), origin);

  test('[V7.6.1] signs in again where the service provider forces it, and the assertion tells the real time', async () => {
    const browser = createBrowser();
    const plain = await serviceProvider();
    expect((await visit(browser, plain)).address).toContain('/sign-in');
    const first = responseOf(await login(browser));
    const instant = Date.parse(part(first, 'AuthnInstant'));
    expect(first).toContain('classes:PasswordProtectedTransport');
    const seconds = () => Math.floor(Date.now() / 1000);
    await expect.poll(seconds, { interval: 50 }).toBeGreaterThan(Math.floor(instant / 1000) + 1);
    // The session continues: the same time and the same name, in another assertion.
    const second = responseOf(await visit(browser, plain));
    expect(Date.parse(part(second, 'AuthnInstant'))).toBe(instant);
    expect(part(second, 'SessionIndex')).toBe(part(first, 'SessionIndex'));
    const forcing = await serviceProvider({ forceAuthn: true });
    const asked = await visit(browser, forcing);
    expect(asked.address).toContain('/sign-in');
    const third = responseOf(await login(browser));
    expect(Date.parse(part(third, 'AuthnInstant'))).toBeGreaterThan(instant);
  });

  test('shows nothing where the service provider asks passively', async () => {
    const passive = await serviceProvider({ passive: true });
    const browser = createBrowser();
    expect(responseOf(await visit(browser, passive))).toContain('status:NoPassive');
    await visit(browser, await serviceProvider());
    await login(browser);
    expect(responseOf(await visit(browser, passive))).toContain('status:Success');
    // A new sign-in without showing anything cannot be.
    const both = await serviceProvider({ passive: true, forceAuthn: true });
    const seconds = () => Math.floor(Date.now() / 1000);
    const begun = seconds();
    await expect.poll(seconds, { interval: 50 }).toBeGreaterThan(begun + 1);
    expect(responseOf(await visit(browser, both))).toContain('status:NoPassive');
  });
});
