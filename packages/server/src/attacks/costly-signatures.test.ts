import { samlBindings } from '@gatehouse/contract/saml.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createCertificate } from '../saml/certificate.ts';
import { sealAssertion } from '../saml/seal-assertion.ts';
import { signXml } from '../saml/sign-xml.ts';
import { createIdentityProvider } from '../sso/testing/identity-provider.ts';

type Key = Awaited<ReturnType<typeof createCertificate>>;

/**
 * The digest of a long message took seconds, once for each certificate of the peer and each transform that the signature
 * names. Anyone could have it computed: it is only computed now for signatures that were made with a key of the peer.
 */
describe('signatures that take long to verify', () => {
  let app: TestApp;
  let own: Key;
  let stranger: Key;
  const checked = vi.spyOn(SignedXml.prototype, 'checkSignature');
  beforeAll(async () => {
    const create = () => createCertificate({ subject: 'sp.example', years: 1 });
    [own, stranger] = [await create(), await create()];
    app = await startTestApp('postgresql');
  });
  beforeEach(() => {
    checked.mockClear();
  });
  afterAll(() => app.close());

  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  const base64 = (xml: string) => Buffer.from(xml).toString('base64');
  const transform = '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>';
  const withTransforms = (xml: string, count: number) =>
    xml.replace('<ds:Transforms>', mark => mark + transform.repeat(count));

  test('messages of service providers', async () => {
    const { id } = (await app.manage('POST', '/saml-applications', { name: 'Ledger' })).body;
    const entityId = 'https://sp.example/ledger';
    const { status } = await app.manage('PATCH', `/saml-applications/${id}`, {
      entityId,
      acsUrl: { binding: samlBindings.post, url: 'https://sp.example/acs' },
      singleLogout: { binding: samlBindings.post, url: 'https://sp.example/slo' },
      requestSigning: { certificate: own.certificate, isRequired: true },
    });
    expect(status).toBe(200);
    const plain = (element: string) =>
      `<samlp:${element} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1" Version="2.0"><saml:Issuer>${entityId}</saml:Issuer>${'<a/>'.repeat(100)}</samlp:${element}>`;
    for (const [path, element] of [
      ['authn', 'AuthnRequest'],
      ['logout', 'LogoutRequest'],
    ] as const) {
      const sign = (key: Key) => signXml(plain(element), element as 'LogoutRequest', key);
      const send = (xml: string) =>
        post(`${app.env.ENDPOINT}/api/saml/${id}/${path}`, { SAMLRequest: base64(xml) });
      for (const xml of [
        sign(stranger),
        withTransforms(sign(stranger), 150),
        // The signature of the peer no longer fits what it signs.
        withTransforms(sign(own), 150),
        sign(own).replace('</ds:SignatureValue>', mark => mark + '<ds:Object/>'.repeat(150)),
      ]) {
        expect((await send(xml)).status).toBe(400);
        expect([path, checked.mock.calls.length]).toEqual([path, 0]);
      }
      await send(sign(own));
      expect([path, checked.mock.calls.length]).toEqual([path, 1]);
      checked.mockClear();
    }
  });

  test('a signature is tried with few certificates, however many a service provider has', async () => {
    const { id } = (await app.manage('POST', '/saml-applications', { name: 'Many keys' })).body;
    const certificates = [own.certificate];
    const configure = () =>
      app.manage('PATCH', `/saml-applications/${id}`, {
        entityId: 'https://sp.example/many',
        acsUrl: { binding: samlBindings.post, url: 'https://sp.example/acs' },
        requestSigning: { certificate: certificates.join('\n'), isRequired: true },
      });
    const xml = signXml(
      '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1" Version="2.0"><saml:Issuer>https://sp.example/many</saml:Issuer></samlp:AuthnRequest>',
      'AuthnRequest' as 'LogoutRequest',
      own,
    );
    const send = () => post(`${app.env.ENDPOINT}/api/saml/${id}/authn`, { SAMLRequest: base64(xml) });
    expect((await configure()).status).toBe(200);
    expect((await send()).status).toBe(303);
    for (let count = 0; count < 5; count += 1)
      certificates.push((await createCertificate({ subject: 'sp.example', years: 3 })).certificate);
    expect((await configure()).status).toBe(200);
    expect((await send()).status).toBe(400);
  });

  test('responses of identity providers, also where they are encrypted for us', async () => {
    const [idp, other] = [await createIdentityProvider(), await createIdentityProvider()];
    const { body } = await app.manage('POST', '/sso-connectors', {
      providerName: 'SAML',
      connectorName: 'Acme',
      config: { metadata: idp.metadata },
      domains: ['acme.example'],
    });
    await app.manage('POST', `/sso-connectors/${body.id}/encryption-keys`);
    const { providerConfig } = (await app.manage('GET', `/sso-connectors/${body.id}`)).body;
    const sp = providerConfig.serviceProvider;
    const assertionIn = (xml: string) => /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
    const forged = other
      .respond(sp, { inResponseTo: '_asked' })
      .replace('</saml:Issuer>', mark => `${mark}<saml:Attribute>${'<a/>'.repeat(1000)}</saml:Attribute>`);
    const [signature = ''] = /<ds:Signature[ >].*?<\/ds:Signature>/s.exec(forged) ?? [];
    const sealed = await sealAssertion(assertionIn(forged), sp.encryptionCertificate);
    const attempts = {
      plain: forged,
      encrypted: forged.replace(assertionIn(forged), () => sealed),
      'with its signature out of place': forged.replace(
        assertionIn(forged),
        () => `<samlp:Extensions>${signature}</samlp:Extensions>`,
      ),
    };
    const send = (xml: string) => post(sp.assertionConsumerServiceUrl, { SAMLResponse: base64(xml) });
    for (const [name, xml] of Object.entries(attempts)) {
      const { status } = await send(xml);
      expect([name, status]).toEqual([name, expect.toSatisfy(code => code === 400 || code === 401)]);
      expect([name, checked.mock.calls.length]).toEqual([name, 0]);
    }
    const genuine = idp.respond(sp, { inResponseTo: '_asked' });
    expect((await send(genuine)).status).toBe(303);
    const many = genuine.replace('</samlp:Response>', mark => signature.repeat(20) + mark);
    checked.mockClear();
    expect((await send(many)).status).toBeLessThan(402);
    expect(checked.mock.calls.length).toBe(0);
  });
});
