import { inflateRawSync } from 'node:zlib';
import { nameIdFormats } from '@gatehouse/contract/saml.ts';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';
import { listenForLogouts } from '../oidc/conformance/testing/logout-receiver.ts';
import {
  afterSignOut,
  createRelyingParty,
  redirectUri,
  submitForm,
} from '../oidc/conformance/testing/relying-party.ts';
import { createParticipant, formOf, password, type ServiceParticipant } from './testing/participant.ts';

/** The service providers are `@node-saml/node-saml`, which writes, signs and verifies its own messages. */
describe.each(anyDatabase)('single logout with service providers on %s', kind => {
  let app: TestApp;
  let ledger: ServiceParticipant;
  let wiki: ServiceParticipant;
  let mail: ServiceParticipant;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await app.manage('POST', '/users', { username: 'ada', password });
    ledger = await createParticipant(app, 'ledger', { responseUrl: 'https://ledger.example/slo-done' });
    wiki = await createParticipant(app, 'wiki');
    mail = await createParticipant(app, 'mail', {
      binding: 'post',
      fields: { nameIdFormat: nameIdFormats.transient },
    });
  });
  afterAll(() => app.close());

  const enterAll = async () => {
    const browser = createBrowser();
    const profile = await ledger.enter(browser);
    const [inWiki, inMail] = [await wiki.enter(browser), await mail.enter(browser)];
    return { browser, profile, inWiki, inMail };
  };
  const partsOf = (address: string | null) => {
    const { origin, pathname, searchParams } = new URL(address ?? '');
    return { to: `${origin}${pathname}`, relayState: searchParams.get('RelayState') };
  };

  test('announces where logout messages go, by both bindings', async () => {
    const metadata = await (
      await fetch(`${app.env.ENDPOINT}/api/saml-applications/${ledger.id}/metadata`)
    ).text();
    for (const binding of ['HTTP-Redirect', 'HTTP-POST'])
      expect(metadata).toContain(
        `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${ledger.logoutEndpoint}"/>`,
      );
  });

  test('a service provider signs the user out here and everywhere else, and hears when it is done', async () => {
    const { browser, profile, inWiki, inMail } = await enterAll();
    const toWiki = await browser.send(await ledger.askByAddress(profile));
    expect(toWiki.status).toBe(303);
    // The session is over before anyone else is asked.
    expect(await ledger.isIn(browser)).toBe(false);
    const asked = await wiki.hear(toWiki.location ?? '');
    expect(asked.profile).toMatchObject({ nameID: inWiki.nameID, sessionIndex: inWiki.sessionIndex });
    const toMail = formOf((await browser.send(await wiki.answerByAddress(asked.profile!))).text);
    expect(toMail.action).toBe(mail.slo);
    const { profile: askedByForm } = await mail.sp.validatePostRequestAsync({
      SAMLRequest: toMail.SAMLRequest ?? '',
    });
    expect(askedByForm).toMatchObject({ nameID: inMail.nameID, sessionIndex: inMail.sessionIndex });
    const answer = mail.sign(mail.answerPlainly(askedByForm!), 'LogoutResponse');
    const back = await mail.send(browser, answer, 'SAMLResponse');
    expect(partsOf(back.location)).toEqual({
      to: 'https://ledger.example/slo-done',
      relayState: 'the relay',
    });
    expect((await ledger.hear(back.location ?? '')).loggedOut).toBe(true);
    for (const each of [ledger, wiki, mail]) expect(await each.isIn(browser)).toBe(false);
    await app.app.services.audit.flush();
    const { body } = await app.manage('GET', '/logs?logKey=SamlLogout.Request');
    expect(body[0].payload).toMatchObject({ result: 'Success', applicationId: ledger.id });
  });

  test('a request by form is answered by form', async () => {
    const { browser, inMail } = await enterAll();
    const toLedger = await mail.send(browser, mail.sign(await mail.askPlainly(inMail)));
    const first = await ledger.hear(toLedger.location ?? '');
    const toWiki = await browser.send(await ledger.answerByAddress(first.profile!));
    const second = await wiki.hear(toWiki.location ?? '');
    const form = formOf((await browser.send(await wiki.answerByAddress(second.profile!))).text);
    expect(form).toMatchObject({ action: mail.slo, RelayState: 'the relay' });
    const heard = await mail.sp.validatePostResponseAsync({ SAMLResponse: form.SAMLResponse ?? '' });
    expect(heard.loggedOut).toBe(true);
  });

  test('says so where another service provider refuses, does not sign, or cannot be told', async () => {
    const status = async (answer: (request: string) => Promise<string | null>) => {
      const browser = createBrowser();
      const profile = await ledger.enter(browser);
      await wiki.enter(browser);
      const toWiki = await browser.send(await ledger.askByAddress(profile));
      const back = await answer(toWiki.location ?? '');
      const address = back ? (await browser.send(back)).location : toWiki.location;
      const message = new URL(address ?? '').searchParams.get('SAMLResponse') ?? '';
      return inflateRawSync(Buffer.from(message, 'base64')).toString();
    };
    const partial = /status:Success"><samlp:StatusCode Value="[^"]*status:PartialLogout"/;
    const request = async (address: string) => (await wiki.hear(address)).profile!;
    expect(await status(async to => wiki.answerByAddress(await request(to), false))).toMatch(partial);
    expect(
      await status(async to => {
        const unsigned = await wiki.serviceProvider({ privateKey: undefined });
        return unsigned.getLogoutResponseUrlAsync(await request(to), '', {}, true);
      }),
    ).toMatch(partial);
    expect(await status(async to => wiki.answerByAddress(await request(to)))).not.toMatch(partial);
    const { body } = await app.manage('GET', `/saml-applications/${wiki.id}`);
    await wiki.change({ singleLogout: null });
    expect(await status(async () => null)).toMatch(partial);
    await wiki.change({ singleLogout: body.singleLogout });
  });

  test('without a session index all sessions of the user end; with one, only that', async () => {
    const [one, other] = [createBrowser(), createBrowser()];
    const [profile] = [await ledger.enter(one), await ledger.enter(other)];
    const { location } = await one.send(await ledger.askByAddress(profile));
    expect((await ledger.hear(location ?? '')).loggedOut).toBe(true);
    expect(await ledger.isIn(one)).toBe(false);
    expect(await ledger.isIn(other)).toBe(true);
    await other.send(await ledger.askByAddress({ ...profile, sessionIndex: undefined }));
    expect(await ledger.isIn(other)).toBe(false);
  });

  test('a sign-out that an OpenID application begins goes through the service providers, and back', async () => {
    const receiver = await listenForLogouts();
    const party = await createRelyingParty(app, {
      fields: {
        oidcClientMetadata: {
          redirectUris: [redirectUri],
          postLogoutRedirectUris: [afterSignOut],
          backchannelLogoutUri: receiver.address,
        },
      },
    });
    const leave = async (isDone: boolean) => {
      const browser = createBrowser();
      await wiki.enter(browser);
      const { tokens } = await party.obtain({}, browser);
      const parameters = {
        id_token_hint: tokens.id_token!,
        post_logout_redirect_uri: afterSignOut,
        state: 'x',
      };
      const page = await browser.send(openid.buildEndSessionUrl(party.configuration, parameters).href);
      const begun = await submitForm(browser, page.text, {});
      const toWiki = await browser.follow(begun.location ?? '', app.env.ENDPOINT);
      // A browser that comes again gets the same request.
      expect((await browser.follow(begun.location ?? '', app.env.ENDPOINT)).address).toContain(wiki.slo);
      const { profile } = await wiki.hear(toWiki.address);
      return browser.send(await wiki.answerByAddress(profile!, isDone));
    };
    expect((await leave(true)).location).toBe(`${afterSignOut}?state=x`);
    const result = await leave(false);
    expect(result.text).toContain('<h1>Not signed out everywhere</h1>');
    expect(result.text).toContain('<li>wiki</li>');
    expect(result.text).toContain(`href="${afterSignOut}?state=x"`);
    // The other direction: a service provider signs out of the OpenID application.
    receiver.received.length = 0;
    const browser = createBrowser();
    const profile = await ledger.enter(browser);
    await party.obtain({}, browser);
    await browser.send(await ledger.askByAddress(profile));
    await app.app.services.jobs.runDue();
    expect(receiver.received).toHaveLength(1);
    receiver.close();
  });

  test('a sign-out whose answer was lost continues when the browser sends it again', async () => {
    const browser = createBrowser();
    await wiki.enter(browser);
    const page = await browser.send(`${app.env.ENDPOINT}/oidc/session/end`);
    const cookies = browser.cookies();
    const lost = await submitForm(browser, page.text, { logout: 'yes' });
    expect(lost.location).toContain('/api/saml-logouts/');
    expect(await wiki.isIn(browser)).toBe(false);
    // The browser never heard it, and has its cookies still.
    const again = createBrowser();
    again.plant(cookies);
    const begun = await submitForm(again, page.text, { logout: 'yes' });
    expect([begun.status, begun.location]).toEqual([303, lost.location]);
    const toWiki = await again.follow(begun.location ?? '', app.env.ENDPOINT);
    const { profile } = await wiki.hear(toWiki.address);
    const done = await again.send(await wiki.answerByAddress(profile!));
    expect(done.location).toContain('/oidc/session/end/success');
    // It is over, and the cookie of another session finds nothing.
    expect((await submitForm(again, page.text, { logout: 'yes' })).status).toBe(400);
    const stranger = createBrowser();
    expect((await submitForm(stranger, page.text, { logout: 'yes' })).status).toBe(400);
  });
});
