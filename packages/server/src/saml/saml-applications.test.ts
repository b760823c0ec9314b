import { nameIdFormats, samlBindings } from '@gatehouse/contract/saml.ts';
import type { SAML, SamlConfig } from '@node-saml/node-saml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';
import { createCertificate } from './certificate.ts';
import { ecKeys } from './testing/ec-keys.ts';
import { acs, createServiceProvider, entityId, readMetadata } from './testing/service-provider.ts';

const password = 'correct horse battery';

describe.each(anyDatabase)('applications that we sign people in to by SAML on %s', kind => {
  let app: TestApp;
  let origin: string;
  let id: string;
  let userId: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    origin = app.env.ENDPOINT;
    const user = { username: 'ada', primaryEmail: 'ada@example.com', name: 'Ada & <Co>', password };
    userId = (await app.manage('POST', '/users', user)).body.id;
    id = (await app.manage('POST', '/saml-applications', { name: 'Ledger' })).body.id;
    await change({ entityId, acsUrl: { binding: samlBindings.post, url: acs } });
  });
  afterAll(() => app.close());

  const change = async (patch: object) => {
    const { status, text } = await app.manage('PATCH', `/saml-applications/${id}`, patch);
    expect(status, text).toBe(200);
  };
  const serviceProvider = (options: Partial<SamlConfig> = {}) => createServiceProvider(origin, id, options);
  /** Signs in, and gives the form that the browser sends to the service provider. */
  const signIn = async (sp: SAML, by: 'redirect' | 'post' = 'redirect') => {
    const browser = createBrowser();
    const begin = async () => {
      if (by === 'redirect') return browser.send(await sp.getAuthorizeUrlAsync('the relay', undefined, {}));
      const { SAMLRequest, RelayState } = await sp.getAuthorizeMessageAsync('the relay');
      return browser.send(`${origin}/api/saml/${id}/authn`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ SAMLRequest: `${SAMLRequest}`, RelayState: `${RelayState}` }).toString(),
      });
    };
    const begun = await begin();
    expect(begun.status, begun.text).toBe(303);
    await browser.follow(begun.location ?? '', origin);
    const step = (method: string, path: string, body?: unknown) =>
      browser.experience(origin, method, path, body);
    await step('PUT', '/experience', { interactionEvent: 'SignIn' });
    const proven = await step('POST', '/experience/verification/password', {
      identifier: { type: 'username', value: 'ada' },
      password,
    });
    await step('POST', '/experience/identification', { verificationId: proven.body.verificationId });
    const { body } = await step('POST', '/experience/submit');
    const { answer } = await browser.follow(body.redirectTo, origin);
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(answer?.text ?? '')?.[1]?.replaceAll('&#61;', '=') ??
      '';
    expect(answer?.text).toContain(`action="${acs}"`);
    expect(answer?.text).toContain('<html lang="en" dir="ltr">');
    expect(field('RelayState')).toBe('the relay');
    return { SAMLResponse: field('SAMLResponse') };
  };

  test('[ENT-20] a service provider signs people in by our metadata, asked by address and by form', async () => {
    const sp = await serviceProvider({ validateInResponseTo: 'always' as never });
    const { profile } = await sp.validatePostResponseAsync(await signIn(sp));
    expect(profile).toMatchObject({
      nameID: userId,
      nameIDFormat: nameIdFormats.persistent,
      issuer: `${origin}/saml/${id}`,
      attributes: { email: 'ada@example.com', name: 'Ada & <Co>', username: 'ada' },
    });
    // A form carries plain XML. The library that Passport uses deflates it unless it is told not to.
    for (const skipRequestCompression of [true, false]) {
      const byForm = await serviceProvider({ authnRequestBinding: 'HTTP-POST', skipRequestCompression });
      const answer = await byForm.validatePostResponseAsync(await signIn(byForm, 'post'));
      expect(answer.profile?.nameID).toBe(userId);
    }
  });

  test('[ENT-20] an application that names its users admits only those', async () => {
    const sp = await serviceProvider();
    await change({ appLevelAccessControlEnabled: true });
    await expect(sp.validatePostResponseAsync(await signIn(sp))).rejects.toThrow(/AuthnFailed/);
    const rules = { userIds: [userId], userRoleIds: [], organizationIds: [], organizationRoleRules: [] };
    await app.manage('PUT', `/applications/${id}/access-control`, rules);
    expect((await sp.validatePostResponseAsync(await signIn(sp))).profile?.nameID).toBe(userId);
    await change({ appLevelAccessControlEnabled: false });
  });

  test('[ENT-20] names, attributes and encryption are as the service provider wants them', async () => {
    const reader = await createCertificate({ subject: 'sp.example', years: 1 });
    await change({
      nameIdFormat: nameIdFormats.emailAddress,
      attributeMapping: { sub: 'uid', email: 'urn:oid:0.9.2342.19200300.100.1.3' },
      encryption: { encryptAssertion: true, encryptThenSign: true, certificate: reader.certificate },
    });
    const sp = await serviceProvider({
      decryptionPvk: reader.privateKey,
      wantAuthnResponseSigned: true,
    });
    const form = await signIn(sp);
    expect(Buffer.from(form.SAMLResponse, 'base64').toString()).not.toContain('ada@example.com');
    const { profile } = await sp.validatePostResponseAsync(form);
    expect(profile).toMatchObject({ nameID: 'ada@example.com', nameIDFormat: nameIdFormats.emailAddress });
    expect(profile?.attributes).toEqual({
      uid: userId,
      'urn:oid:0.9.2342.19200300.100.1.3': 'ada@example.com',
    });
    await change({ nameIdFormat: nameIdFormats.transient, encryption: null, attributeMapping: {} });
    const plain = await serviceProvider();
    const first = await plain.validatePostResponseAsync(await signIn(plain));
    expect(first.profile?.nameID).toMatch(/^_[0-9a-f]{32}$/);
    await change({ nameIdFormat: nameIdFormats.persistent });
  });

  test('[ENT-20] a certificate that cannot encrypt, and an entity ID of another application, are refused by field', async () => {
    const encrypt = (certificate: string) =>
      app.manage('PATCH', `/saml-applications/${id}`, {
        encryption: { encryptAssertion: true, encryptThenSign: false, certificate },
      });
    const path = ['encryption', 'certificate'];
    const broken = await encrypt('-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----');
    expect([broken.status, broken.body.code, broken.body.data]).toEqual([
      400,
      'application.saml.invalid_certificate_pem_format',
      { path },
    ]);
    const elliptic = await encrypt(ecKeys[0].certificate);
    expect([elliptic.status, elliptic.body.code, elliptic.body.data]).toEqual([
      422,
      'application.saml.encryption_requires_rsa',
      { path },
    ]);
    const { body: own } = await app.manage('GET', `/saml-applications/${id}`);
    const taken = await app.manage('POST', '/saml-applications', { name: 'Twin', entityId: own.entityId });
    expect([taken.status, taken.body.code]).toEqual([422, 'application.saml.entity_id_in_use']);
  });

  test('[ENT-20] a certificate is rotated without locking users out', async () => {
    const path = `/saml-applications/${id}/secrets`;
    const old = await serviceProvider();
    const created = await app.manage('POST', path, { lifeSpanInYears: 2 });
    // Announced before it signs.
    const informed = await serviceProvider();
    expect((await readMetadata(origin, id)).certificates).toHaveLength(2);
    await app.manage('PATCH', `${path}/${created.body.id}`, { active: true });
    await expect(old.validatePostResponseAsync(await signIn(old))).rejects.toThrow(/signature/i);
    expect((await informed.validatePostResponseAsync(await signIn(informed))).profile?.nameID).toBe(userId);
  });

  test('requests of others, to other places, or broken ones are refused, for browsers on a page', async () => {
    const ask = async (options: Partial<SamlConfig>) => {
      const sp = await serviceProvider(options);
      return fetch(await sp.getAuthorizeUrlAsync('', undefined, {}), { redirect: 'manual' });
    };
    for (const [options, code] of [
      [{ issuer: 'https://evil.example' }, 'auth_request_issuer_not_match'],
      [{ callbackUrl: 'https://evil.example/acs' }, 'invalid_saml_request'],
      [{ generateUniqueId: () => '"><x' }, 'invalid_saml_request'],
    ] as const) {
      const answer = await ask(options);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(`application.saml.${code}`);
    }
    const bomb = `<!DOCTYPE x [<!ENTITY a "b">]><samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1"/>`;
    for (const SAMLRequest of ['', 'nonsense', btoa(bomb)]) {
      const answer = await fetch(`${origin}/api/saml/${id}/authn`, {
        method: 'POST',
        body: new URLSearchParams({ SAMLRequest }),
      });
      expect(answer.status).toBe(400);
      await answer.text();
    }
    const broken = `${origin}/api/saml/${id}/authn?SAMLRequest=x`;
    const scripted = await fetch(broken);
    expect([scripted.status, (await scripted.json()).code]).toEqual([
      400,
      'application.saml.invalid_saml_request',
    ]);
    const page = await fetch(broken, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    const callback = `${origin}/api/saml-applications/${id}/callback?code=x&state=y`;
    expect(await (await fetch(callback)).text()).toContain('session_not_found_in_cookies');
    expect((await fetch(`${origin}/api/saml-applications/none/metadata`)).status).toBe(404);
  });
});
