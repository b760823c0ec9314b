import { request } from 'node:http';
import { inflateRawSync } from 'node:zlib';
import type { Profile } from '@node-saml/node-saml';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Browser, createBrowser } from '../http/testing/browser.ts';
import {
  createParticipant,
  formOf,
  password,
  postForm,
  type ServiceParticipant,
} from '../single-logout/testing/participant.ts';

/** Single logout lets others end sessions: only those that know the session may, once, and each for itself. */
describe.each(anyDatabase)('forged messages of single logout on %s', kind => {
  let app: TestApp;
  let ledger: ServiceParticipant;
  let evil: ServiceParticipant;
  let browser: Browser;
  let profile: Profile;
  beforeAll(async () => {
    app = await startTestApp(kind);
    for (const username of ['ada', 'eve']) await app.manage('POST', '/users', { username, password });
    [ledger, evil] = [await createParticipant(app, 'ledger'), await createParticipant(app, 'evil')];
    browser = createBrowser();
    profile = await ledger.enter(browser);
  });
  afterAll(() => app.close());

  const isOver = async () => !(await ledger.isIn(browser));
  const reasonOf = async () => {
    await app.app.services.audit.flush();
    const { body } = await app.manage('GET', '/logs?logKey=SamlLogout.Request&page_size=1');
    return String(body[0]?.payload.error?.message);
  };
  /** The message is refused for this reason, and the session continues. */
  const expectRefused = async (
    reason: RegExp,
    work: () => Promise<{ status: number; location: string | null }>,
  ) => {
    const { status, location } = await work();
    expect([String(reason), status, location]).toEqual([String(reason), 400, null]);
    expect(await reasonOf()).toMatch(reason);
    expect([String(reason), await isOver()]).toEqual([String(reason), false]);
  };
  const ask = (change: (xml: string) => string = xml => xml, from = profile) =>
    ledger.askPlainly(from).then(xml => ledger.send(browser, ledger.sign(change(xml))));
  /** The address as it is: other clients would put it right. */
  const sendPlain = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(app.env.ENDPOINT);
      request({ hostname, port, path }, answer => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
  const statusOf = (address: string | null) => {
    const message = new URL(address ?? '').searchParams.get('SAMLResponse') ?? '';
    return inflateRawSync(Buffer.from(message, 'base64')).toString();
  };

  test('[V7.4.1] without a signature, or with that of someone else', async () => {
    const unsigned = await ledger.serviceProvider({ privateKey: undefined });
    const address = await unsigned.getLogoutUrlAsync(profile, '', {});
    expect(address).not.toContain('Signature');
    await expectRefused(/not signed/, () => browser.send(address));
    await expectRefused(/not signed/, async () => ledger.send(browser, await ledger.askPlainly(profile)));
    // Another service provider of the tenant, in the name of the first: at its address and at its own.
    const { privateKey } = evil.key;
    const forging = await ledger.serviceProvider({ privateKey });
    await expectRefused(/does not fit/, async () =>
      browser.send(await forging.getLogoutUrlAsync(profile, '', {})),
    );
    await expectRefused(/does not fit/, async () =>
      ledger.send(browser, evil.sign(await ledger.askPlainly(profile))),
    );
    const crossing = await ledger.serviceProvider({ privateKey, logoutUrl: evil.logoutEndpoint });
    await expectRefused(/The issuer is/, async () =>
      browser.send(await crossing.getLogoutUrlAsync(profile, '', {})),
    );
    // Changed after it was signed.
    const genuine = await ledger.askByAddress(profile);
    await expectRefused(/does not fit/, () => browser.send(genuine.replace('the+relay', 'evil')));
    await expectRefused(/does not fit|not accepted/, () =>
      browser.send(
        genuine.replace(
          /SigAlg=[^&]+/,
          `SigAlg=${encodeURIComponent('http://www.w3.org/2000/09/xmldsig#rsa-sha1')}`,
        ),
      ),
    );
    await ledger.change({ requestSigning: null });
    await expectRefused(/no certificate/, () => browser.send(genuine));
    await ledger.change({ requestSigning: { certificate: ledger.key.certificate, isRequired: false } });
  });

  test('with the signature of another message, where readers of the address could disagree', async () => {
    const unsigned = await ledger.serviceProvider({ privateKey: undefined });
    const forged = new URL(await unsigned.getLogoutUrlAsync(profile, '', {})).searchParams.get('SAMLRequest');
    const signed = new URL(
      await (await ledger.serviceProvider()).getAuthorizeUrlAsync('relay', undefined, {}),
    );
    expect(signed.searchParams.get('Signature')).not.toBeNull();
    expect((await call(ledger.logoutEndpoint, { method: 'POST' })).status).toBe(400);
    const message = `SAMLRequest=${encodeURIComponent(forged ?? '')}`;
    const path = new URL(ledger.logoutEndpoint).pathname;
    for (const address of [
      `${path}#${message}&x=${signed.search}`,
      `${path}?${message}&x=${signed.search}`,
      `${path}${signed.search}&${message}`,
      `${path}${signed.search}?&RelayState=evil`,
    ]) {
      expect([address, await sendPlain(address)]).toEqual([address, 400]);
      expect([address, await isOver()]).toEqual([address, false]);
    }
  });

  test('a signature that is wrapped around something else', async () => {
    const plain = await ledger.askPlainly(profile);
    const other = await evil.enter(createBrowser(), 'eve');
    // Genuinely signed by the service provider, about another user.
    const signed = ledger.sign(await ledger.askPlainly(other));
    const [signature = ''] = /<ds:Signature[ >].*<\/ds:Signature>/s.exec(signed) ?? [];
    const bare = signed.replace(signature, '').replace(/<\?.*?\?>/, '');
    const root = 'samlp:LogoutRequest';
    const around = (inner: string) => plain.replace(`</${root}>`, () => `${inner}</${root}>`);
    const renamed = (inner: string) => around(inner).replace(/ ID="[^"]+"/, ' ID="_evil"');
    const wraps = {
      'the signed one within the forged one': renamed(signed.replace(/<\?.*?\?>/, '')),
      'its signature in the forged one': around(signature),
      'the original in an object of the signature': renamed(
        signature.replace('</ds:Signature>', () => `<ds:Object>${bare}</ds:Object></ds:Signature>`),
      ),
      'the original in extensions': renamed(`<samlp:Extensions>${bare}</samlp:Extensions>${signature}`),
      'the same ID twice': around(`${signature}${bare}`).replace(
        / ID="[^"]+"/,
        () => / ID="[^"]+"/.exec(bare)?.[0] ?? '',
      ),
    };
    for (const xml of Object.values(wraps))
      await expectRefused(/not signed|something else|does not cover|does not fit/, () =>
        ledger.send(browser, xml),
      );
    const entity = `<!DOCTYPE x [<!ENTITY a "${profile.nameID}">]>${ledger.sign(plain)}`;
    await expectRefused(/entities/, () => ledger.send(browser, entity));
  });

  test('for another place or time, or a second time', async () => {
    await expectRefused(/destination is http/, () =>
      ask(xml => xml.replace(ledger.logoutEndpoint, `${app.env.ENDPOINT}/api/saml/${evil.id}/logout`)),
    );
    await expectRefused(/destination is missing/, () => ask(xml => xml.replace(/ Destination="[^"]+"/, '')));
    const at = (time: number) => new Date(Date.now() + time).toISOString();
    const issued = (time: number) => (xml: string) =>
      xml.replace(/IssueInstant="[^"]+"/, `IssueInstant="${at(time)}"`);
    for (const time of [-600_000, 600_000]) await expectRefused(/was issued at/, () => ask(issued(time)));
    await expectRefused(/was issued at no time/, () => ask(xml => xml.replace(/ IssueInstant="[^"]+"/, '')));
    await expectRefused(/ended at/, () =>
      ask(xml => xml.replace('Version=', `NotOnOrAfter="${at(-120_000)}" Version=`)),
    );
    await expectRefused(/no LogoutRequest/, async () => {
      const answer = ledger.answerPlainly(profile);
      return ledger.send(browser, ledger.sign(answer, 'LogoutResponse'));
    });
    // The admin tenant is another tenant on the same database.
    const genuine = await ledger.askByAddress(profile);
    const elsewhere = genuine.replace(app.env.ENDPOINT, app.env.ADMIN_ENDPOINT);
    expect((await browser.send(elsewhere)).status).toBe(404);
    expect(await isOver()).toBe(false);
    // A genuine request ends one session. A new one is not ended by the same request, not even by forty at once.
    const answers = await Promise.all(Array.from({ length: 40 }, () => browser.send(genuine)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await isOver()).toBe(true);
    profile = await ledger.enter(browser);
    expect((await browser.send(genuine)).status).toBe(400);
    expect(await isOver()).toBe(false);
  });

  test('about a user or a session that the service provider does not know', async () => {
    const others = createBrowser();
    const eve = await evil.enter(others, 'eve');
    // The service provider of Eve knows Ada by the same name, and was never told of her session.
    const attempts: Profile[] = [
      { ...eve, nameID: profile.nameID },
      { ...eve, nameID: profile.nameID, sessionIndex: profile.sessionIndex },
      { ...eve, nameID: profile.nameID, sessionIndex: undefined },
      { ...eve, sessionIndex: '_guessed' },
    ];
    for (const attempt of attempts) {
      const { location } = await others.send(await evil.askByAddress(attempt));
      expect(location).toMatch(/^https:\/\/evil\.example\/slo\?/);
      expect(statusOf(location)).toContain('status:UnknownPrincipal');
      expect(await isOver()).toBe(false);
      expect(await evil.isIn(others)).toBe(true);
    }
    // Nor does the right service provider end a session by another index.
    const { location } = await browser.send(
      await ledger.askByAddress({ ...profile, sessionIndex: eve.sessionIndex }),
    );
    expect(statusOf(location)).toContain('status:UnknownPrincipal');
    expect(await isOver()).toBe(false);
    expect((await ask(xml => xml.replace(/<saml:NameID.*<\/saml:NameID>/s, ''))).status).toBe(400);
  });

  test('the browser goes to registered addresses only, and nothing of a message becomes markup', async () => {
    const visitor = createBrowser();
    const own = await evil.enter(visitor, 'eve');
    const relayState = 'https://phishing.example/"><script>';
    const { location } = await visitor.send(await evil.askByAddress(own, relayState));
    const { origin, searchParams } = new URL(location ?? '');
    expect([origin, searchParams.get('RelayState')]).toEqual(['https://evil.example', relayState]);
    const mail = await createParticipant(app, 'mail', { binding: 'post' });
    const inMail = await mail.enter(visitor, 'eve');
    const page = await postForm(visitor, mail.logoutEndpoint, {
      SAMLRequest: Buffer.from(mail.sign(await mail.askPlainly(inMail))).toString('base64'),
      RelayState: relayState,
    });
    expect(page.text).not.toContain('"><script>');
    expect(formOf(page.text)).toMatchObject({ action: mail.slo, RelayState: relayState });
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '/relative'])
      for (const field of ['url', 'responseUrl']) {
        const singleLogout = { binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', url: mail.slo };
        const { status } = await app.manage('PATCH', `/saml-applications/${mail.id}`, {
          singleLogout: { ...singleLogout, [field]: url },
        });
        expect([url, field, status]).toEqual([url, field, 400]);
      }
  });

  test('a request whose answer was lost is answered again, and ends no later session', async () => {
    const visitor = createBrowser();
    const own = await ledger.enter(visitor);
    await evil.enter(visitor);
    const genuine = await ledger.askByAddress(own);
    const first = await visitor.send(genuine);
    expect(new URL(first.location ?? '').origin).toBe('https://evil.example');
    // At once it is a replay. Later it comes from a browser that has waited for a server that was gone.
    expect((await visitor.send(genuine)).status).toBe(400);
    const later = () =>
      app.database
        .tenant('default')
        .send(db => sql`update saml_logouts set expires_at = expires_at - interval '1 minute'`.execute(db));
    await later();
    const again = await visitor.send(genuine);
    const asked = (await evil.hear(first.location ?? '')).profile!;
    expect((await evil.hear(again.location ?? '')).profile).toMatchObject({ ID: asked.ID });
    const done = await visitor.send(await evil.answerByAddress(asked));
    expect(statusOf(done.location)).toContain('status:Success');
    // The last answer can be lost as well, and someone else can send the request again.
    await ledger.enter(visitor);
    expect(statusOf((await visitor.send(genuine)).location)).toContain('status:Success');
    expect(await ledger.isIn(visitor)).toBe(true);
    await app.database
      .tenant('default')
      .send(db => sql`update saml_logouts set expires_at = now() - interval '1 minute'`.execute(db));
    expect((await visitor.send(genuine)).status).toBe(400);
  });

  test('an answer for someone else, or to a question that was never asked, changes nothing', async () => {
    const visitor = createBrowser();
    const own = await ledger.enter(visitor);
    await evil.enter(visitor);
    const toEvil = await visitor.send(await ledger.askByAddress(own));
    const asked = (await evil.hear(toEvil.location ?? '')).profile!;
    // The request was for one service provider: no other can answer it.
    const wrong = await ledger.sp.getLogoutResponseUrlAsync(asked, '', {}, true);
    expect((await visitor.send(wrong)).status).toBe(404);
    const guessed = await evil.answerByAddress({ ...asked, ID: '_guessed' });
    expect((await visitor.send(guessed)).status).toBe(404);
    // The first answer counts. A browser that sends it again, because a server was gone, is sent to the same place.
    const right = await evil.answerByAddress(asked);
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.send(right)));
    const refusal = await evil.answerByAddress(asked, false);
    for (const { location } of [...answers, await visitor.send(refusal)]) {
      expect(new URL(location ?? '').origin).toBe('https://ledger.example');
      expect(statusOf(location)).toContain('status:Success');
    }
    expect((await visitor.send(wrong)).status).toBe(404);
    expect((await visitor.send(`${app.env.ENDPOINT}/api/saml-logouts/guessed`)).status).toBe(404);
    expect((await visitor.send(`${right}&SAMLRequest=AAAA`)).status).toBe(400);
  });
});
