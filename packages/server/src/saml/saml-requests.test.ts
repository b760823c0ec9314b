import { samlBindings } from '@gatehouse/contract/saml.ts';
import type { SAML, SamlConfig } from '@node-saml/node-saml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Browser, createBrowser, signIn } from '../http/testing/browser.ts';
import { createCertificate } from './certificate.ts';
import { acs, createServiceProvider, entityId } from './testing/service-provider.ts';

const password = 'correct horse battery';

describe.each(anyDatabase)('requests of SAML service providers on %s', kind => {
  let app: TestApp;
  let origin: string;
  let id: string;
  let userId: string;
  let key: Awaited<ReturnType<typeof createCertificate>>;
  let browser: Browser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    origin = app.env.ENDPOINT;
    key = await createCertificate({ subject: 'sp.example', years: 1 });
    userId = (await app.manage('POST', '/users', { username: 'ada', password })).body.id;
    id = (await app.manage('POST', '/saml-applications', { name: 'Ledger' })).body.id;
    await change({ entityId, acsUrl: { binding: samlBindings.post, url: acs } });
    browser = createBrowser();
    const begun = await browser.send(await (await serviceProvider()).getAuthorizeUrlAsync('', undefined, {}));
    await browser.follow(begun.location ?? '', origin);
    await browser.follow(await signIn(browser, origin, { username: 'ada', password }), origin);
  });
  afterAll(() => app.close());

  const change = async (patch: object) => {
    const { status, text } = await app.manage('PATCH', `/saml-applications/${id}`, patch);
    expect(status, text).toBe(200);
  };
  const serviceProvider = (options: Partial<SamlConfig> = {}) =>
    createServiceProvider(origin, id, {
      disableRequestedAuthnContext: true,
      signatureAlgorithm: 'sha256',
      ...options,
    });
  const signing = () => ({ privateKey: key.privateKey, publicCert: key.certificate });
  const formOf = (text: string) => {
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1]?.replaceAll('&#61;', '=');
    return { SAMLResponse: field('SAMLResponse') ?? '', RelayState: field('RelayState') ?? '' };
  };
  const xmlOf = (form: { SAMLResponse: string }) => Buffer.from(form.SAMLResponse, 'base64').toString('utf8');
  /** Returns the response for the service provider, or the code of the error page. */
  const open = async (address: string) => {
    const begun = await browser.send(address);
    if (!begun.location) return { ...formOf(begun.text), text: begun.text };
    const { answer } = await browser.follow(begun.location, origin);
    return { ...formOf(answer?.text ?? ''), text: answer?.text ?? '' };
  };
  const ask = async (sp: SAML) => open(await sp.getAuthorizeUrlAsync('the relay', undefined, {}));
  const post = async (SAMLRequest: string) => {
    const begun = await browser.send(`${origin}/api/saml/${id}/authn`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ SAMLRequest }).toString(),
    });
    if (!begun.location) return { ...formOf(begun.text), text: begun.text };
    const { answer } = await browser.follow(begun.location, origin);
    return { ...formOf(answer?.text ?? ''), text: answer?.text ?? '' };
  };
  const isIn = (form: { SAMLResponse: string }) => xmlOf(form).includes('status:Success');

  test('signs the assertion, the response or both', async () => {
    const count = (xml: string) => xml.match(/<ds:Signature /g)?.length;
    for (const [signedElement, signatures] of [
      ['Assertion', 1],
      ['Response', 1],
      ['Both', 2],
    ] as const) {
      await change({ signedElement });
      const sp = await serviceProvider({
        wantAssertionsSigned: signedElement !== 'Response',
        wantAuthnResponseSigned: signedElement !== 'Assertion',
      });
      const form = await ask(sp);
      expect(count(xmlOf(form))).toBe(signatures);
      expect((await sp.validatePostResponseAsync(form)).profile?.nameID).toBe(userId);
    }
    await change({ signedElement: 'Assertion' });
  });

  test('verifies signed requests, and refuses unsigned ones where signatures are required', async () => {
    const [unsigned, signed] = [await serviceProvider(), await serviceProvider(signing())];
    const stranger = await createCertificate({ subject: 'evil.example', years: 1 });
    const forging = await serviceProvider({ privateKey: stranger.privateKey });
    const broken = { certificate: 'not PEM', isRequired: true };
    expect(
      (await app.manage('PATCH', `/saml-applications/${id}`, { requestSigning: broken })).body.code,
    ).toBe('application.saml.invalid_certificate_pem_format');
    // Two certificates while the service provider changes from one to the next.
    const certificate =
      (await createCertificate({ subject: 'old.example', years: 1 })).certificate + key.certificate;
    await change({ requestSigning: { certificate, isRequired: false } });
    expect(isIn(await ask(unsigned))).toBe(true);
    expect(isIn(await ask(signed))).toBe(true);
    expect((await ask(forging)).text).toContain('application.saml.invalid_request_signature');
    await change({ requestSigning: { certificate, isRequired: true } });
    const metadata = await (await fetch(`${origin}/api/saml-applications/${id}/metadata`)).text();
    expect(metadata).toContain('WantAuthnRequestsSigned="true"');
    expect((await ask(unsigned)).text).toContain('application.saml.request_not_signed');
    expect(isIn(await ask(signed))).toBe(true);

    const address = await signed.getAuthorizeUrlAsync('the relay', undefined, {});
    const other = new URL(await unsigned.getAuthorizeUrlAsync('', undefined, {})).searchParams.get(
      'SAMLRequest',
    )!;
    const attacks = {
      'another message': address.replace(/SAMLRequest=[^&]+/, `SAMLRequest=${encodeURIComponent(other)}`),
      'another relay state': address.replace('the+relay', 'evil'),
      'an added message': `${address}&%53AMLRequest=${encodeURIComponent(other)}`,
      'an algorithm that is too weak': address
        .replace('rsa-sha256', 'rsa-sha1')
        .replace('xmldsig-more', 'xmldsig'),
      'a signature twice': `${address}&Signature=AAAA`,
      'nothing that can be decoded': `${address}&RelayState=%E0%A4%A`,
    };
    for (const [name, attack] of Object.entries(attacks)) {
      expect(attack, name).not.toBe(address);
      expect([name, isIn(await open(attack))]).toEqual([name, false]);
    }
    const unnamed = address.replace('RelayState=', '%52elayState=');
    expect((await open(unnamed)).text).toContain('application.saml.invalid_request_signature');
  });

  test('verifies the signature within a request by form, and reads only what it covers', async () => {
    await change({ requestSigning: { certificate: key.certificate, isRequired: true } });
    const message = async (options: Partial<SamlConfig>) => {
      const sp = await serviceProvider({
        authnRequestBinding: 'HTTP-POST',
        skipRequestCompression: true,
        ...options,
      });
      const { SAMLRequest } = await sp.getAuthorizeMessageAsync('');
      return Buffer.from(`${SAMLRequest}`, 'base64').toString('utf8');
    };
    const send = (xml: string) => post(Buffer.from(xml).toString('base64'));
    const genuine = await message(signing());
    expect(genuine).toContain('Signature');
    expect(isIn(await send(genuine))).toBe(true);
    const plain = await message({});
    expect((await send(plain)).text).toContain('application.saml.request_not_signed');
    const [signature = ''] = /<(\w+:)?Signature[ >].*<\/(\w+:)?Signature>/s.exec(genuine) ?? [];
    const root = /<(\S+)/.exec(plain.replace(/<\?.*?\?>/, ''))?.[1] ?? '';
    const evil = plain.replace(/ ID="[^"]+"/, ' ID="_evil"');
    const bare = genuine.replace(/<\?.*?\?>/, '').replace(signature, '');
    const stranger = await createCertificate({ subject: 'evil.example', years: 1 });
    const attacks = {
      'a stranger': await message({ privateKey: stranger.privateKey }),
      'a changed message': genuine.replace('ProtocolBinding', 'ForceAuthn="true" ProtocolBinding'),
      'the signature of another message': plain.replace(`</${root}>`, `${signature}</${root}>`),
      'the signed one within another': evil.replace(
        `</${root}>`,
        `${signature.replace(/<\/(\w+:)?Signature>$/, end => `<x>${bare}</x>${end}`)}</${root}>`,
      ),
      'two signatures': genuine.replace(signature, signature + signature),
      'no value': genuine.replace(/(SignatureValue>)[^<]+/, '$1'),
      'HMAC with the certificate': genuine.replace('xmldsig-more#rsa-sha256', 'xmldsig#hmac-sha1'),
    };
    for (const [name, xml] of Object.entries(attacks)) {
      expect(xml, name).not.toBe(genuine);
      const answer = await send(xml);
      expect([name, isIn(answer)]).toEqual([name, false]);
      expect(answer.text).toMatch(
        /application\.saml\.(invalid_request_signature|request_not_signed|invalid_saml_request)/,
      );
    }
    const elsewhere = await message({ ...signing(), entryPoint: 'https://another.example/authn' });
    expect((await send(elsewhere)).text).toContain('application.saml.invalid_saml_request');
    await change({ requestSigning: null });
  });

  test('answers how strongly the user signed in, or that it cannot be as strong', async () => {
    const mfa = 'https://refeds.org/profile/mfa';
    const password = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
    const smartcard = 'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI';
    const wanting = (
      authnContext: string[],
      racComparison: SamlConfig['racComparison'] = 'exact',
      more = {},
    ) => serviceProvider({ disableRequestedAuthnContext: false, authnContext, racComparison, ...more });
    expect(xmlOf(await ask(await wanting([password])))).toContain(`>${password}<`);
    expect(isIn(await ask(await wanting([mfa, password], 'minimum')))).toBe(true);
    expect(isIn(await ask(await wanting([mfa], 'maximum')))).toBe(true);
    const unknown = await ask(await wanting([smartcard]));
    expect(xmlOf(unknown)).toContain('status:NoAuthnContext');
    expect(xmlOf(unknown)).toContain('InResponseTo=');
    expect(unknown.RelayState).toBe('the relay');
    expect(xmlOf(await ask(await wanting(['urn:gatehouse:acr:phr'], 'better')))).toContain('NoAuthnContext');
    // The user is asked for more, which needs a page.
    for (const sp of [await wanting([mfa]), await wanting([password], 'better')]) {
      const begun = await browser.send(await sp.getAuthorizeUrlAsync('', undefined, {}));
      expect(begun.location).toContain('acr_values=urn%3Agatehouse%3Aacr%3Amfa');
      expect((await browser.follow(begun.location ?? '', origin)).address).toContain('/step-up');
    }
    const passive = await ask(await wanting([mfa], 'exact', { passive: true }));
    expect(xmlOf(passive)).toContain('status:NoPassive');
  });

  test('begins the sign-in itself where that is allowed', async () => {
    const address = `${origin}/api/saml/${id}/sign-in`;
    expect((await open(address)).text).toContain('application.saml.idp_initiated_not_enabled');
    await change({ idpInitiated: { relayState: '/start' } });
    const form = await open(address);
    expect(form.RelayState).toBe('/start');
    expect(xmlOf(form)).not.toContain('InResponseTo');
    const sp = await serviceProvider();
    expect((await sp.validatePostResponseAsync(form)).profile?.nameID).toBe(userId);
    await change({ idpInitiated: null });
  });

  test('tells roles and organizations by name, each as its own value', async () => {
    const { body: role } = await app.manage('POST', '/roles', {
      name: 'auditor',
      description: 'x',
      type: 'User',
    });
    await app.manage('POST', `/users/${userId}/roles`, { roleIds: [role.id] });
    for (const name of ['Acme', 'Bolt & Co']) {
      const { body: organization } = await app.manage('POST', '/organizations', { name });
      await app.manage('POST', `/organizations/${organization.id}/users`, { userIds: [userId] });
      const { body: member } = await app.manage('POST', '/organization-roles', { name: `member of ${name}` });
      await app.manage('POST', `/organizations/${organization.id}/users/${userId}/roles`, {
        organizationRoleIds: [member.id],
      });
    }
    const long = `https://sp.example/${'x'.repeat(1000)}`;
    await change({
      entityId: long,
      attributeMapping: {
        roles: 'http://schemas.xmlsoap.org/claims/Group',
        organizations: 'orgs',
        organization_roles: 'orgRoles',
      },
    });
    const sp = await serviceProvider({ issuer: long, audience: long });
    const form = await ask(sp);
    const { profile } = await sp.validatePostResponseAsync(form);
    expect(profile?.attributes).toEqual({
      'http://schemas.xmlsoap.org/claims/Group': 'auditor',
      orgs: ['Acme', 'Bolt & Co'],
      orgRoles: ['Acme:member of Acme', 'Bolt & Co:member of Bolt & Co'],
    });
    expect(xmlOf(form)).toMatch(
      /claims\/Group" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri"/,
    );
    expect(xmlOf(form)).toMatch(/Name="orgs" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"/);
    await change({ entityId, attributeMapping: {} });
  });
});
