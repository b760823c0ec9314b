import { deflateRawSync } from 'node:zlib';
import { samlBindings } from '@gatehouse/contract/saml.ts';
import { DOMParser } from '@xmldom/xmldom';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createCertificate } from '../saml/certificate.ts';
import { sealAssertion } from '../saml/seal-assertion.ts';
import { signXml } from '../saml/sign-xml.ts';
import { createIdentityProvider } from '../sso/testing/identity-provider.ts';

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

/** Each of these took seconds to parse, and again to check a signature. They are refused before either begins. */
const costly: Record<string, string> = {
  'nested namespaces': many(1000, n => `<a xmlns:p${n}="u">`) + many(1000, () => '</a>'),
  'nested elements': '<a>'.repeat(5000) + '</a>'.repeat(5000),
  'many attributes': `<a ${many(3000, n => `b${n}="" `)}/>`,
  'many namespaces on one element': `<a ${many(2000, n => `xmlns:p${n}="u" `)}/>`,
  'namespaces on a few levels':
    many(60, n => `<a ${many(30, m => `xmlns:p${n}x${m}="" `)}>`) + '</a>'.repeat(60),
  'attributes on many elements': `<a ${many(60, n => `b${n}="" `)}/>`.repeat(90),
  'many elements': '<a/>'.repeat(6000),
  'many comments': '<!---->'.repeat(6000),
  'a long instruction': `<?a b${' '.repeat(30_000)}c?>`,
  'an end tag with spaces': `<a></a${' '.repeat(30_000)}x>`,
};
/** Ways to hide them from a reader that does not see the same elements as the parser. */
const hiding: Record<string, (xml: string) => string> = {
  plainly: xml => xml,
  'after a quote in a text': xml => `<t>"</t><t>'</t>${xml}<t>"</t><t>'</t>`,
  'after a bracket in an attribute': xml => `<t a=">" b='/>'/><t a='"' b="'"/>${xml}`,
  'after marks of comments in an attribute': xml => `<t a="!--" b="?>" c="![CDATA["/>${xml}<t a="--&gt;"/>`,
  'after a comment with tags': xml => `<!-- <t a="'> <![CDATA[ <? -->${xml}<!-- "> -->`,
  'after CDATA with tags': xml => `<t><![CDATA[<t a="' <!-- <? ]]></t>${xml}`,
  'after an instruction with tags': xml => `<?t <!-- <![CDATA[ " ' ?>${xml}`,
  'after an attribute without quotes': xml => `<t a=b"/>${xml}<t a="/>`,
  'after an attribute without a value': xml => `<t a"/>${xml}<t a="/>`,
  'in an attribute that is not closed': xml => `<t a="<b>${xml}</t>`,
  'in an element that is not closed': xml => `<t ${xml}`,
  'in a comment that is not closed': xml => `<t/><!-->${xml}`,
};
const attacks = Object.entries(costly).flatMap(([name, xml]) =>
  Object.entries(hiding).map(([way, hide]): [string, string] => [`${name} ${way}`, hide(xml)]),
);

describe('XML that takes long to parse', () => {
  let app: TestApp;
  let idp: Awaited<ReturnType<typeof createIdentityProvider>>;
  let key: Awaited<ReturnType<typeof createCertificate>>;
  const parsed = vi.spyOn(DOMParser.prototype, 'parseFromString');
  const checked = vi.spyOn(SignedXml.prototype, 'checkSignature');
  beforeAll(async () => {
    [idp, key] = [
      await createIdentityProvider(),
      await createCertificate({ subject: 'sp.example', years: 1 }),
    ];
    app = await startTestApp('postgresql');
  });
  beforeEach(() => {
    parsed.mockClear();
    checked.mockClear();
  });
  afterAll(() => app.close());

  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  const base64 = (xml: string) => Buffer.from(xml).toString('base64');
  /** No parser has seen any of it. */
  const expectUnread = (name: string) => {
    expect([name, checked.mock.calls.length]).toEqual([name, 0]);
    const seen = parsed.mock.calls.map(([xml]) => String(xml)).filter(xml => xml.length > 10_000);
    expect([name, seen.length]).toEqual([name, 0]);
  };
  const createApplication = async (certificates = key.certificate) => {
    const { id } = (await app.manage('POST', '/saml-applications', { name: 'Ledger' })).body;
    const { status, text } = await app.manage('PATCH', `/saml-applications/${id}`, {
      entityId: entityIdOf(id),
      acsUrl: { binding: samlBindings.post, url: 'https://sp.example/acs' },
      singleLogout: { binding: samlBindings.post, url: 'https://sp.example/slo' },
      requestSigning: { certificate: certificates, isRequired: false },
    });
    expect(status, text).toBe(200);
    return id as string;
  };
  const entityIdOf = (id: string) => `https://sp.example/${id}`;
  const wrap = (element: string, inner: string, id = '') =>
    `<samlp:${element} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1" Version="2.0"><saml:Issuer>${entityIdOf(id)}</saml:Issuer>${inner}</samlp:${element}>`;

  test('is refused in requests of service providers', async () => {
    const id = await createApplication();
    const url = `${app.env.ENDPOINT}/api/saml/${id}/authn`;
    for (const [name, inner] of attacks) {
      const answer = await post(url, { SAMLRequest: base64(wrap('AuthnRequest', inner)) });
      expect([name, answer.status]).toEqual([name, 400]);
      expectUnread(name);
    }
    const packed = deflateRawSync(wrap('AuthnRequest', costly['nested elements'] ?? '')).toString('base64');
    const answer = await fetch(`${url}?${new URLSearchParams({ SAMLRequest: packed })}`, {
      redirect: 'manual',
    });
    expect(answer.status).toBe(400);
    expectUnread('by address');
    // The limits are far from what messages have.
    const usual = many(5, n => `<a xmlns:p${n}="u" ${many(30, m => `b${m}="&gt;" `)}>`) + '</a >'.repeat(5);
    const good = await post(url, {
      SAMLRequest: base64(wrap('AuthnRequest', usual + '<b/>'.repeat(200), id)),
    });
    expect(good.status).toBe(303);
  });

  test('is refused in messages of single logout', async () => {
    const url = `${app.env.ENDPOINT}/api/saml/${await createApplication()}/logout`;
    for (const [name, inner] of Object.entries(costly))
      for (const [field, element] of [
        ['SAMLRequest', 'LogoutRequest'],
        ['SAMLResponse', 'LogoutResponse'],
      ] as const) {
        const answer = await post(url, { [field]: base64(wrap(element, inner)) });
        expect([name, field, answer.status]).toEqual([
          name,
          field,
          expect.toSatisfy(code => code === 400 || code === 413),
        ]);
        expectUnread(name);
      }
  });

  test('is refused in responses of identity providers, also where it is encrypted for us', async () => {
    const { body } = await app.manage('POST', '/sso-connectors', {
      providerName: 'SAML',
      connectorName: 'Acme',
      config: { metadata: idp.metadata },
      domains: ['acme.example'],
    });
    await app.manage('POST', `/sso-connectors/${body.id}/encryption-keys`);
    const { providerConfig } = (await app.manage('GET', `/sso-connectors/${body.id}`)).body;
    const sp = providerConfig.serviceProvider;
    const good = idp.respond(sp, { inResponseTo: '_asked' });
    const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(good) ?? [];
    const grown = (xml: string) => assertion.replace('</saml:Issuer>', mark => mark + xml);
    for (const [name, xml] of Object.entries(costly)) {
      parsed.mockClear();
      const plain = good.replace(assertion, () => grown(xml));
      const open = await post(sp.assertionConsumerServiceUrl, { SAMLResponse: base64(plain) });
      expect([name, open.status]).toEqual([name, expect.toSatisfy(code => code === 400 || code === 401)]);
      expectUnread(name);
      const sealed = await sealAssertion(grown(xml), sp.encryptionCertificate);
      parsed.mockClear();
      const hidden = await post(sp.assertionConsumerServiceUrl, {
        SAMLResponse: base64(good.replace(assertion, () => sealed)),
      });
      expect([name, hidden.status]).toEqual([name, expect.toSatisfy(code => code === 400 || code === 401)]);
      expect([name, checked.mock.calls.length]).toEqual([name, 0]);
      expect(parsed.mock.calls.filter(([text]) => String(text).startsWith('<saml:Assertion'))).toEqual([]);
    }
    expect((await post(sp.assertionConsumerServiceUrl, { SAMLResponse: base64(good) })).status).toBe(303);
  });

  test('is refused from an identity provider that signs it, but a thousand groups are read', async () => {
    const { body } = await app.manage('POST', '/sso-connectors', {
      providerName: 'SAML',
      connectorName: 'Large',
      config: { metadata: idp.metadata },
      domains: ['large.example'],
    });
    const { providerConfig } = (await app.manage('GET', `/sso-connectors/${body.id}`)).body;
    const sp = providerConfig.serviceProvider;
    const plain = idp.respond(sp, { inResponseTo: '_asked', signed: [] });
    const send = (xml: string, element: 'Assertion' | 'Response') =>
      post(sp.assertionConsumerServiceUrl, { SAMLResponse: base64(signXml(xml, element, idp.key)) });
    const siblings: Record<string, string> = {
      elements: many(2900, () => '<a/>'),
      'elements with text': many(700, () => '<a/>x'),
      comments: many(700, () => '<!---->'),
    };
    for (const [name, xml] of Object.entries(siblings))
      for (const element of ['Assertion', 'Response'] as const) {
        const grown = plain.replace(
          `</saml${element === 'Response' ? 'p' : ''}:${element}>`,
          mark => xml + mark,
        );
        parsed.mockClear();
        checked.mockClear();
        const { status } = await send(grown, element);
        expect([name, element, status]).toEqual([name, element, 400]);
        expect([name, element, checked.mock.calls.length]).toEqual([name, element, 0]);
      }
    // Each on its own line, as providers of large enterprises print them.
    const groups = (count: number, declared = '') =>
      idp
        .respond(sp, { inResponseTo: '_asked', signed: [] })
        .replace(
          '</saml:AttributeStatement>',
          mark =>
            `<saml:Attribute Name="groups">${many(
              count,
              index =>
                `\n  <saml:AttributeValue${declared}>0b5ba1a4-6bd8-4a0c-8f2e-${String(index).padStart(12, '0')}</saml:AttributeValue>`,
            )}\n</saml:Attribute>${mark}`,
        );
    const typed =
      ' xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"';
    expect((await send(groups(1000), 'Assertion')).status).toBe(303);
    expect((await send(groups(500, typed), 'Assertion')).status).toBe(303);
    checked.mockClear();
    expect((await send(groups(1000, typed), 'Assertion')).status).toBe(400);
    expect(checked.mock.calls.length).toBe(0);
  });

  test('metadata of an identity provider is not parsed again for each message', async () => {
    const { body } = await app.manage('POST', '/sso-connectors', {
      providerName: 'SAML',
      connectorName: 'Pasted',
      config: { metadata: idp.metadata },
    });
    const { providerConfig } = (await app.manage('GET', `/sso-connectors/${body.id}`)).body;
    const url = providerConfig.serviceProvider.singleLogoutServiceUrl;
    parsed.mockClear();
    for (let count = 0; count < 10; count += 1)
      expect((await post(url, { SAMLRequest: base64(wrap('LogoutRequest', '')) })).status).toBe(400);
    const again = parsed.mock.calls.filter(([xml]) => String(xml).includes('EntityDescriptor'));
    expect(again).toHaveLength(0);
  });

  test('is refused in metadata', async () => {
    const id = await createApplication();
    for (const [name, xml] of Object.entries(costly)) {
      if (/^many elements|^many comments|^attributes on/.test(name)) continue;
      const { body } = await app.manage('POST', `/saml-applications/${id}/import-metadata`, {
        xml: `<a>${xml}</a>`,
      });
      expect([name, body.code]).toEqual([name, 'application.saml.invalid_metadata']);
      expectUnread(name);
    }
    const { body } = await app.manage('POST', `/saml-applications/${id}/import-metadata`, {
      xml: `<a>${'<a/>'.repeat(60_000)}</a>`,
    });
    expect(body.message).toContain('more than 50000 elements');
    expectUnread('many elements');
  });
});
