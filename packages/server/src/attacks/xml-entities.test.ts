import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { samlBindings } from '@gatehouse/contract/saml.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { sendFile } from '../http/testing/files.ts';
import { createIdentityProvider } from '../sso/testing/identity-provider.ts';

const entityId = 'https://sp.example';

describe('XML that defines entities', () => {
  let app: TestApp;
  let idp: Awaited<ReturnType<typeof createIdentityProvider>>;
  let watcher: ReturnType<typeof createServer>;
  let watched: string;
  const visits: string[] = [];
  beforeAll(async () => {
    watcher = createServer((request, response) => {
      visits.push(request.url ?? '');
      response.end('<!ENTITY x "fetched">');
    });
    await new Promise<void>(resolve => watcher.listen(0, '127.0.0.1', resolve));
    watched = `http://127.0.0.1:${(watcher.address() as AddressInfo).port}`;
    idp = await createIdentityProvider();
    app = await startTestApp('postgresql');
  });
  afterAll(async () => {
    await app.close();
    watcher.close();
    expect(visits).toEqual([]);
  });

  const laughs = Array.from({ length: 12 }, (_, index) =>
    index === 0 ? '<!ENTITY l0 "lol">' : `<!ENTITY l${index} "${`&l${index - 1};`.repeat(10)}">`,
  ).join('');
  const doctypes = (root: string): Record<string, [string, string]> => ({
    'a bare DOCTYPE': [`<!DOCTYPE ${root}>`, ''],
    'in small letters': [`<!doctype ${root} [<!entity x "y">]>`, '&x;'],
    'billion laughs': [`<!DOCTYPE ${root} [${laughs}]>`, '&l11;'],
    'quadratic blowup': [`<!DOCTYPE ${root} [<!ENTITY x "${'y'.repeat(20_000)}">]>`, '&x;'.repeat(5000)],
    'a file': [`<!DOCTYPE ${root} [<!ENTITY x SYSTEM "file:///etc/passwd">]>`, '&x;'],
    'an address': [`<!DOCTYPE ${root} [<!ENTITY x SYSTEM "${watched}/entity">]>`, '&x;'],
    'an outside DTD': [`<!DOCTYPE ${root} SYSTEM "${watched}/dtd">`, ''],
    'a public DTD': [`<!DOCTYPE ${root} PUBLIC "-//X//Y" "${watched}/public">`, ''],
    'parameter entities': [`<!DOCTYPE ${root} [<!ENTITY % p SYSTEM "${watched}/parameter"> %p;]>`, '&x;'],
    'nested parameter entities': [
      `<!DOCTYPE ${root} [<!ENTITY % f SYSTEM "file:///etc/passwd"><!ENTITY % e "<!ENTITY &#x25; s SYSTEM '${watched}/?%f;'>">%e;%s;]>`,
      '',
    ],
    'an attribute default': [`<!DOCTYPE ${root} [<!ATTLIST ${root} ID CDATA "x">]>`, ''],
  });
  /** Also below a declaration, a comment or blank lines, and in a wide encoding. */
  const variantsOf = (root: string, wrap: (text: string) => string) =>
    Object.entries(doctypes(root)).flatMap(([name, [doctype, use]]): [string, Buffer][] => {
      const xml = wrap(use);
      return [
        [name, Buffer.from(doctype + xml)],
        [`${name}, below a declaration`, Buffer.from(`<?xml version="1.0"?>\n<!-- x -->\n${doctype}${xml}`)],
        [`${name}, in UTF-16`, Buffer.from(`\uFEFF${doctype}${xml}`, 'utf16le')],
      ];
    });
  /** Entity expansion must fail fast. */
  const quickly = async <T>(name: string, work: () => Promise<T>) => {
    const started = performance.now();
    const result = await work();
    expect(performance.now() - started, name).toBeLessThan(3000);
    return result;
  };

  test('are refused in the responses of identity providers', async () => {
    const { body } = await app.manage('POST', '/sso-connectors', {
      providerName: 'SAML',
      connectorName: 'Acme',
      config: { metadata: idp.metadata },
      domains: ['acme.example'],
    });
    const { providerConfig } = (await app.manage('GET', `/sso-connectors/${body.id}`)).body;
    const sp = providerConfig.serviceProvider;
    const good = idp.respond(sp, { inResponseTo: '_asked' });
    const deliver = (xml: Buffer) =>
      fetch(sp.assertionConsumerServiceUrl, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ SAMLResponse: xml.toString('base64') }),
      });
    for (const [name, xml] of variantsOf('samlp:Response', use =>
      good.replace('Ada of Acme', use || 'Ada of Acme'),
    )) {
      const answer = await quickly(name, () => deliver(xml));
      expect([name, answer.status]).toEqual([name, expect.toSatisfy(code => code === 400 || code === 401)]);
      expect(await answer.text(), name).not.toMatch(/root:x:|lollol/);
    }
    // The same without any is taken.
    expect((await deliver(Buffer.from(good))).status).toBe(303);
  });

  test('are refused in the requests of service providers, by form and by address', async () => {
    const { id } = (await app.manage('POST', '/saml-applications', { name: 'Ledger' })).body;
    await app.manage('PATCH', `/saml-applications/${id}`, {
      entityId,
      acsUrl: { binding: samlBindings.post, url: 'https://sp.example/acs' },
    });
    const request = (use: string) =>
      `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1" Version="2.0"><saml:Issuer>${entityId}${use}</saml:Issuer></samlp:AuthnRequest>`;
    const url = `${app.env.ENDPOINT}/api/saml/${id}/authn`;
    const ask = async (xml: Buffer) => [
      await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ SAMLRequest: xml.toString('base64') }),
      }),
      await fetch(`${url}?${new URLSearchParams({ SAMLRequest: deflateRawSync(xml).toString('base64') })}`, {
        redirect: 'manual',
      }),
    ];
    for (const [name, xml] of variantsOf('samlp:AuthnRequest', request))
      for (const answer of await quickly(name, () => ask(xml))) {
        expect([name, answer.status]).toEqual([name, expect.toSatisfy(code => code >= 400 && code < 500)]);
        expect(await answer.text(), name).not.toMatch(/root:x:|lollol/);
      }
    // A message that is small only on its way.
    const bomb = deflateRawSync(Buffer.alloc(50_000_000, 32)).toString('base64');
    const answer = await fetch(`${url}?${new URLSearchParams({ SAMLRequest: bomb.slice(0, 12_000) })}`, {
      redirect: 'manual',
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    for (const { status } of await ask(Buffer.from(request('')))) expect(status).toBe(303);
  });

  test('are refused in the metadata of connectors', async () => {
    for (const [name, xml] of variantsOf('EntityDescriptor', use =>
      idp.metadata.replace('</EntityDescriptor>', `<Extensions>${use}</Extensions></EntityDescriptor>`),
    )) {
      const { status, body, text } = await quickly(name, () =>
        app.manage('POST', '/sso-connectors', {
          providerName: 'SAML',
          connectorName: 'Bad',
          config: { metadata: xml.toString('utf8') },
        }),
      );
      expect(text, name).not.toMatch(/root:x:|lollol/);
      if (status >= 400) {
        expect([name, status]).toEqual([name, expect.toSatisfy(code => code < 500)]);
        continue;
      }
      // An unusable configuration is saved as a draft, together with its problem.
      const kept = (await app.manage('GET', `/sso-connectors/${body.id}`)).body;
      expect([name, kept.providerProblem, kept.providerConfig?.identityProvider]).toEqual([
        name,
        expect.anything(),
        undefined,
      ]);
      await app.manage('DELETE', `/sso-connectors/${body.id}`);
    }
  });

  test('are refused in uploaded pictures', async () => {
    const upload = (content: Buffer) =>
      sendFile(`${app.env.ENDPOINT}/api/user-assets`, content, { token: app.token });
    const svg = (use: string) => `<svg xmlns="http://www.w3.org/2000/svg"><text>${use}</text></svg>`;
    const handler = '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>';
    const attacks = variantsOf('svg', svg)
      // Drawing programs name the DTD of SVG, and no browser loads it.
      .filter(([name]) => !/^(?:a bare DOCTYPE|an outside DTD|a public DTD)(?!.*UTF-16)/.test(name))
      .concat([['an event handler by default', Buffer.from(handler + svg('x'))]]);
    for (const [name, xml] of attacks) {
      const { status, body } = await quickly(name, () => upload(xml));
      expect([name, status, JSON.stringify(body)]).toEqual([
        name,
        expect.toSatisfy(code => code >= 400 && code < 500),
        expect.not.stringContaining('root:x:'),
      ]);
    }
    expect((await upload(Buffer.from(svg('hello')))).status).toBe(200);
  });
});
