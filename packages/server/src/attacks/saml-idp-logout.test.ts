import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { signXml } from '../saml/sign-xml.ts';
import { startEnterpriseLogout } from '../single-logout/testing/enterprise.ts';
import { postForm } from '../single-logout/testing/participant.ts';

type World = Awaited<ReturnType<typeof startEnterpriseLogout>>;
type Enterprise = Awaited<ReturnType<World['createEnterprise']>>;

/** An identity provider ends the sessions of its own users, and no others. */
describe.each(anyDatabase)('forged logout requests of identity providers on %s', kind => {
  let world: World;
  let acme: Enterprise;
  let evil: Enterprise;
  beforeAll(async () => {
    world = await startEnterpriseLogout(kind);
    [acme, evil] = [await world.createEnterprise('acme'), await world.createEnterprise('evil')];
  });
  afterAll(() => world.close());

  test('[V7.4.1] only the own identity provider ends a session, once, by its name and index', async () => {
    const { browser, profile } = await acme.enter('ada', '_ada');
    await evil.enter('eve', '_eve');
    const at = (time: number) => new Date(Date.now() + time).toISOString();
    const plain = await (
      acme.speaker() as unknown as { _generateLogoutRequest(user: object): Promise<string> }
    )._generateLogoutRequest(profile);
    const post = (xml: string) =>
      postForm(browser, acme.sp.singleLogoutServiceUrl, { SAMLRequest: Buffer.from(xml).toString('base64') });
    const sign = (xml: string) => signXml(xml, 'LogoutRequest', acme.idp.key);
    const address = (enterprise: Enterprise, options: object, user = profile) =>
      enterprise.speaker(options).getLogoutUrlAsync(user, '', {});
    const refused = {
      unsigned: async () => browser.send(await address(acme, { privateKey: undefined })),
      'unsigned by form': () => post(plain),
      'the key of another identity provider': async () =>
        browser.send(await address(acme, { privateKey: evil.idp.key.privateKey })),
      'the key of another identity provider, by form': () =>
        post(signXml(plain, 'LogoutRequest', evil.idp.key)),
      'another issuer': async () => browser.send(await address(acme, { issuer: 'https://idp.evil.example' })),
      'for another connector': () => post(sign(plain.replaceAll(acme.connectorId, evil.connectorId))),
      expired: () => post(sign(plain.replace(/IssueInstant="[^"]+"/, `IssueInstant="${at(-600_000)}"`))),
      over: () => post(sign(plain.replace('Version=', `NotOnOrAfter="${at(-120_000)}" Version=`))),
      'with entities': () => post(`<!DOCTYPE x [<!ENTITY a "b">]>${sign(plain)}`),
    };
    for (const [name, work] of Object.entries(refused)) {
      const { status, location } = await work();
      expect([name, status, location]).toEqual([name, 400, null]);
      expect([name, await world.isIn(browser)]).toEqual([name, true]);
    }
    // Genuinely signed, about users and sessions that this identity provider did not bring here.
    const strange = [
      { by: evil, user: profile },
      { by: evil, user: { ...profile, sessionIndex: undefined } },
      { by: acme, user: { ...profile, sessionIndex: '_guessed' } },
      { by: acme, user: { ...profile, nameID: 'evil-eve', sessionIndex: '_eve' } },
    ];
    for (const { by, user } of strange) {
      const { location } = await browser.send(await address(by, {}, user as typeof profile));
      const { pathname, searchParams, search } = new URL(location ?? '');
      expect(pathname).toBe('/slo/done');
      const heard = by.speaker().validateRedirectAsync(Object.fromEntries(searchParams), search.slice(1));
      await expect(heard).rejects.toThrow('status:Requester');
      expect(await world.isIn(browser)).toBe(true);
    }
    // The same user signs in again: the request from before does not end the new session.
    const genuine = await address(acme, {});
    expect((await browser.send(genuine)).status).toBe(303);
    expect(await world.isIn(browser)).toBe(false);
    const again = await acme.enter('ada', '_ada');
    expect((await again.browser.send(genuine)).status).toBe(400);
    expect(await world.isIn(again.browser)).toBe(true);
  });

  test('metadata cannot send browsers to an address that is no address', async () => {
    const { browser, profile } = await acme.enter('ada', '_xss');
    const metadata = acme.idp.metadata.replaceAll('https://idp.acme.example/slo', 'javascript:alert(1)//');
    const patched = await world.app.manage('PATCH', `/sso-connectors/${acme.connectorId}`, {
      config: { metadata, signOutAtProvider: true },
    });
    expect(patched.status, patched.text).toBe(200);
    const { location } = await browser.send(await acme.speaker().getLogoutUrlAsync(profile, '', {}));
    expect(location).toBe(`${world.origin}/signed-out`);
  });
});
