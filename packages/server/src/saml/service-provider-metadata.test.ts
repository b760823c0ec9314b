import { nameIdFormats, samlBindings } from '@gatehouse/contract/saml.ts';
import { SAML } from '@node-saml/node-saml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, signIn } from '../http/testing/browser.ts';
import { createCertificate } from './certificate.ts';

const metadataPath = 'sp.example/metadata';
const password = 'correct horse battery';

describe('metadata of service providers', () => {
  let app: TestApp;
  let world: StandIn;
  let id: string;
  let key: Awaited<ReturnType<typeof createCertificate>>;
  beforeAll(async () => {
    world = await startStandIn();
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_CONNECTORS_URL: world.url } });
    key = await createCertificate({ subject: 'sp.example', years: 1 });
    id = (await app.manage('POST', '/saml-applications', { name: 'Ledger' })).body.id;
    await app.manage('POST', '/users', { username: 'ada', password });
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });

  const serviceProvider = (options: object = {}) =>
    new SAML({
      issuer: 'https://sp.example',
      callbackUrl: 'https://sp.example/acs',
      logoutCallbackUrl: 'https://sp.example/slo',
      entryPoint: `${app.env.ENDPOINT}/api/saml/${id}/authn`,
      idpCert: key.certificate,
      privateKey: key.privateKey,
      publicCert: key.certificate,
      decryptionPvk: key.privateKey,
      identifierFormat: nameIdFormats.emailAddress,
      wantAssertionsSigned: true,
      signatureAlgorithm: 'sha256',
      disableRequestedAuthnContext: true,
      ...options,
    });
  /** As the library prints it. */
  const written = (options: object = {}) =>
    serviceProvider(options).generateServiceProviderMetadata(key.certificate, key.certificate);
  const load = (body: object) => app.manage('POST', `/saml-applications/${id}/import-metadata`, body);
  const read = async () => (await app.manage('GET', `/saml-applications/${id}`)).body;
  const normal = (pem: string) => pem.replaceAll(/\s/g, '');
  const changes = async () =>
    (await app.manage('GET', '/changes?page_size=50')).body as { summary: string }[];

  test('fills in everything that a service provider says of itself, from a text', async () => {
    const { status, body, text } = await load({ xml: written() });
    expect(status, text).toBe(200);
    expect(body).toMatchObject({
      entityId: 'https://sp.example',
      acsUrl: { binding: samlBindings.post, url: 'https://sp.example/acs' },
      nameIdFormat: nameIdFormats.emailAddress,
      singleLogout: { binding: samlBindings.post, url: 'https://sp.example/slo' },
      requestSigning: { isRequired: true },
      encryption: { encryptAssertion: false },
      metadataUrl: null,
      metadataRefreshedAt: null,
      metadataError: null,
    });
    expect(normal(body.requestSigning.certificate)).toBe(normal(key.certificate));
    expect(normal(body.encryption.certificate)).toBe(normal(key.certificate));
  });

  test('assertions go to any address of the metadata, by index or as it is, and to no other', async () => {
    const services = [
      ['https://sp.example/first', 0, false],
      ['https://sp.example/usual', 1, true],
      ['https://sp.example/third', 2, undefined],
    ] as const;
    const listed = services.map(
      ([url, index, isDefault]) =>
        `<AssertionConsumerService Binding="${samlBindings.post}" Location="${url}" index="${index}"${isDefault === undefined ? '' : ` isDefault="${isDefault}"`}/>`,
    );
    const artifact =
      '<AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact" Location="https://sp.example/artifact" index="9"/>';
    const xml = written().replace(/<AssertionConsumerService[^>]*>/, () => artifact + listed.join(''));
    const { body } = await load({ xml });
    expect(body.acsUrl.url).toBe('https://sp.example/usual');
    expect(body.otherAcsUrls).toHaveLength(3);
    await app.manage('PATCH', `/saml-applications/${id}`, { nameIdFormat: nameIdFormats.persistent });
    const browser = createBrowser();
    const ask = async (callbackUrl: string, change: (address: string) => string = address => address) => {
      const sp = serviceProvider({ callbackUrl });
      const begun = await browser.send(change(await sp.getAuthorizeUrlAsync('', undefined, {})));
      if (!begun.location) return { status: begun.status, action: undefined };
      let page = await browser.follow(begun.location, app.env.ENDPOINT);
      if (page.address.includes('/sign-in'))
        page = await browser.follow(
          await signIn(browser, app.env.ENDPOINT, { username: 'ada', password }),
          app.env.ENDPOINT,
        );
      return { status: 200, action: /action="([^"]*)"/.exec(page.answer?.text ?? '')?.[1] };
    };
    for (const [url] of services) expect(await ask(url)).toEqual({ status: 200, action: url });
    for (const url of ['https://sp.example/artifact', 'https://evil.example/acs'])
      expect((await ask(url)).status).toBe(400);
    // By index: the library names none, so the request goes without its signature.
    await app.manage('PATCH', `/saml-applications/${id}`, { requestSigning: null });
    const indexed = async (index: number) => {
      const sp = serviceProvider({ privateKey: undefined, disableRequestAcsUrl: true });
      const { deflateRawSync, inflateRawSync } = await import('node:zlib');
      const address = new URL(await sp.getAuthorizeUrlAsync('', undefined, {}));
      const plain = inflateRawSync(
        Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64'),
      ).toString();
      const asked = plain.replace('Version=', `AssertionConsumerServiceIndex="${index}" Version=`);
      address.searchParams.set('SAMLRequest', deflateRawSync(Buffer.from(asked)).toString('base64'));
      return ask('https://sp.example/usual', () => address.href);
    };
    expect((await indexed(2)).action).toBe('https://sp.example/third');
    expect((await indexed(9)).status).toBe(400);
  });

  test('metadata from an address is read every day; a failure changes nothing and is shown', async () => {
    const url = `https://${metadataPath}`;
    world.answer({ [metadataPath]: { text: written() } });
    const imported = await load({ url });
    expect(imported.status, imported.text).toBe(200);
    expect(imported.body).toMatchObject({ metadataUrl: url, metadataError: null });
    expect(imported.body.metadataRefreshedAt).toBeGreaterThan(0);
    const known = (await changes()).length;
    const makeDue = () =>
      app.database.tenant('default').send(db =>
        db
          .updateTable('samlApplicationConfigs')
          .set({ metadataCheckedAt: Date.now() - 25 * 3_600_000 })
          .execute(),
      );
    const runDaily = async () => {
      await makeDue();
      await app.app.services.jobs.runSchedule('saml-metadata');
    };
    // Read today: not asked again.
    world.answer({ [metadataPath]: { text: written() } });
    await app.app.services.jobs.runSchedule('saml-metadata');
    expect(world.asked).toHaveLength(0);
    await runDaily();
    expect(world.asked).toHaveLength(1);
    expect((await changes()).length).toBe(known);
    world.answer({ [metadataPath]: { text: written({ callbackUrl: 'https://sp.example/new' }) } });
    await runDaily();
    expect((await read()).acsUrl.url).toBe('https://sp.example/new');
    expect((await changes()).length).toBe(known + 1);

    const before = await read();
    const expired = written().replace(
      '<EntityDescriptor',
      '<EntityDescriptor validUntil="2020-01-01T00:00:00Z"',
    );
    const failures = [
      [{ status: 500 }, /answered with 500/],
      [{ text: 'nothing' }, /not XML/],
      [{ text: '<!DOCTYPE x [<!ENTITY a "b">]><x/>' }, /entities/],
      [{ text: expired }, /valid until 2020/],
      [{ text: 'x'.repeat(1_100_000) }, /larger than 1 MB/],
      [{ location: 'http://169.254.169.254/', status: 302 }, /answered with 302/],
      [{ text: written({ callbackUrl: 'javascript:alert(1)' }) }, /acsUrl/],
    ] as const;
    for (const [answer, reason] of failures) {
      world.answer({ [metadataPath]: answer });
      await runDaily();
      const after = await read();
      expect(after.metadataError).toMatch(reason);
      expect({ ...after, metadataError: null }).toEqual(before);
      const { status, body } = await app.manage('POST', `/saml-applications/${id}/refresh-metadata`);
      expect([status, body.code]).toEqual([400, 'application.saml.invalid_metadata']);
      expect(body.message).toMatch(reason);
    }
    world.answer({ [metadataPath]: { text: written() } });
    const refreshed = await app.manage('POST', `/saml-applications/${id}/refresh-metadata`);
    expect(refreshed.body).toMatchObject({ metadataError: null, acsUrl: { url: 'https://sp.example/acs' } });
    await app.manage('PATCH', `/saml-applications/${id}`, { metadataUrl: null });
    const { body } = await app.manage('POST', `/saml-applications/${id}/refresh-metadata`);
    expect(body.code).toBe('application.saml.metadata_url_required');
  });

  test('a refresh never lowers what administrators ask for', async () => {
    const signed = { certificate: key.certificate, isRequired: true };
    await app.manage('PATCH', `/saml-applications/${id}`, {
      requestSigning: signed,
      encryption: { encryptAssertion: true, encryptThenSign: true, certificate: key.certificate },
      signedElement: 'Response',
    });
    const weaker = written().replace('AuthnRequestsSigned="true"', 'AuthnRequestsSigned="false"');
    expect(weaker).not.toBe(written());
    const { body } = await load({ xml: weaker });
    expect(body.requestSigning.isRequired).toBe(true);
    expect(body.encryption).toMatchObject({ encryptAssertion: true, encryptThenSign: true });
    expect(body.signedElement).toBe('Both');
    const bare = weaker.replaceAll(/<KeyDescriptor.*<\/KeyDescriptor>/gs, '');
    expect((await load({ xml: bare })).body.requestSigning.isRequired).toBe(true);
  });

  test('of several service providers, the one that the application knows', async () => {
    const inner = written().replace(/<\?.*?\?>/, '');
    const other = inner.replaceAll('https://sp.example', 'https://other.example');
    const xml = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${other}${inner}</EntitiesDescriptor>`;
    expect((await load({ xml })).body.acsUrl.url).toBe('https://sp.example/acs');
    await app.manage('PATCH', `/saml-applications/${id}`, { entityId: null });
    expect((await load({ xml })).body.code).toBe('application.saml.invalid_metadata');
    expect((await load({ xml: '<a/>' })).body.code).toBe('application.saml.invalid_metadata');
  });
});
