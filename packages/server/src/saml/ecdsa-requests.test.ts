import { sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { samlBindings } from '@gatehouse/contract/saml.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';
import { createCertificate } from './certificate.ts';
import { ecKeys } from './testing/ec-keys.ts';
import { acs, entityId } from './testing/service-provider.ts';

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
type Hash = (typeof ecKeys)[number]['hash'];
type Encoding = 'ieee-p1363' | 'der';

describe('requests that are signed with ECDSA', () => {
  let app: TestApp;
  let endpoint: string;
  let id: string;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    id = (await app.manage('POST', '/saml-applications', { name: 'Ledger' })).body.id;
    endpoint = `${app.env.ENDPOINT}/api/saml/${id}/authn`;
  });
  afterAll(() => app.close());

  const trust = async (certificate: string) => {
    const { status, text } = await app.manage('PATCH', `/saml-applications/${id}`, {
      entityId,
      acsUrl: { binding: samlBindings.post, url: acs },
      requestSigning: { certificate, isRequired: true },
    });
    expect(status, text).toBe(200);
  };
  const request = () =>
    `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${Math.random().toString(36).slice(2)}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${endpoint}"><saml:Issuer>${entityId}</saml:Issuer></samlp:AuthnRequest>`;
  /** Whether the request is accepted, which takes the browser to the sign-in page. */
  const byAddress = async (
    privateKey: string,
    { hash, dsaEncoding, name = `ecdsa-${hash}` }: { hash: Hash; dsaEncoding: Encoding; name?: string },
  ) => {
    const message = deflateRawSync(Buffer.from(request())).toString('base64');
    const signed = `SAMLRequest=${encodeURIComponent(message)}&SigAlg=${encodeURIComponent(more + name)}`;
    const signature = sign(hash, Buffer.from(signed), { key: privateKey, dsaEncoding }).toString('base64');
    const { status } = await createBrowser().send(
      `${endpoint}?${signed}&Signature=${encodeURIComponent(signature)}`,
    );
    return status;
  };
  const byForm = async (privateKey: string, hash: Hash, change: (xml: string) => string = xml => xml) => {
    const name = `${more}ecdsa-${hash}`;
    const signer = new SignedXml({
      privateKey,
      canonicalizationAlgorithm: exclusive,
      signatureAlgorithm: name,
    });
    signer.SignatureAlgorithms[name] = class {
      getAlgorithmName = () => name;
      getSignature = (text: string) =>
        sign(hash, Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64');
      verifySignature = () => false;
    } as never;
    signer.addReference({
      xpath: "/*[local-name(.)='AuthnRequest']",
      transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
      digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    });
    signer.computeSignature(request(), {
      location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' },
    });
    const { status } = await createBrowser().send(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        SAMLRequest: Buffer.from(change(signer.getSignedXml())).toString('base64'),
      }).toString(),
    });
    return status;
  };

  test.each(ecKeys)('are taken with $hash by both bindings, and only with the right key', async key => {
    const { hash, privateKey, certificate } = key;
    const stranger = ecKeys.find(other => other.hash !== hash)!;
    await trust(certificate);
    for (const dsaEncoding of ['ieee-p1363', 'der'] as const) {
      expect(await byAddress(privateKey, { hash, dsaEncoding })).toBe(303);
      expect(await byAddress(stranger.privateKey, { hash, dsaEncoding })).toBe(400);
    }
    expect(await byForm(privateKey, hash)).toBe(303);
    expect(await byForm(stranger.privateKey, hash)).toBe(400);
    expect(
      await byForm(privateKey, hash, xml => xml.replace('Version="2.0"', 'Version="2.0" ForceAuthn="1"')),
    ).toBe(400);
  });

  test('the algorithm must be that of the certificate', async () => {
    const [{ privateKey, certificate, hash }] = ecKeys;
    await trust(certificate);
    const named = (name: string) => byAddress(privateKey, { hash, dsaEncoding: 'der', name });
    expect(await named('rsa-sha256')).toBe(400);
    expect(await named('ecdsa-sha1')).toBe(400);
    const rsa = await createCertificate({ subject: 'sp.example', years: 1 });
    await trust(rsa.certificate);
    expect(await byAddress(rsa.privateKey, { hash, dsaEncoding: 'der' })).toBe(400);
    expect(await byAddress(rsa.privateKey, { hash, dsaEncoding: 'der', name: 'rsa-sha256' })).toBe(303);
  });
});
