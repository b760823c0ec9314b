import { samlBindings } from '@gatehouse/contract/saml.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createCertificate } from '../saml/certificate.ts';

/** Metadata decides where assertions go and which keys sign requests. */
describe.each(anyDatabase)('metadata of service providers on %s', kind => {
  let app: TestApp;
  let world: StandIn;
  let key: Awaited<ReturnType<typeof createCertificate>>;
  beforeAll(async () => {
    world = await startStandIn();
    app = await startTestApp(kind, { variables: { GATEHOUSE_CONNECTORS_URL: world.url } });
    key = await createCertificate({ subject: 'sp.example', years: 1 });
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });

  const metadataOf = (host: string) =>
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://${host}"><SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
    `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${key.certificate.replace(/-----[A-Z ]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>` +
    `<AssertionConsumerService Binding="${samlBindings.post}" Location="https://${host}/acs" index="0"/></SPSSODescriptor></EntityDescriptor>`;
  const create = async (fields: object = {}): Promise<string> => {
    const { status, body, text } = await app.manage('POST', '/saml-applications', {
      name: 'Ledger',
      ...fields,
    });
    expect(status, text).toBe(201);
    return body.id;
  };
  const read = async (id: string) => (await app.manage('GET', `/saml-applications/${id}`)).body;
  const load = (id: string, body: object) =>
    app.manage('POST', `/saml-applications/${id}/import-metadata`, body);
  const runDaily = async () => {
    await app.database
      .tenant('default')
      .send(db => db.updateTable('samlApplicationConfigs').set({ metadataCheckedAt: 0 }).execute());
    await app.app.services.jobs.runSchedule('saml-metadata');
  };
  const refused = [400, 'application.saml.invalid_metadata'];

  test('is not read over plain http, where anyone on the way could change it', async () => {
    const url = 'http://plain.example/metadata';
    world.answer({ 'plain.example/metadata': { text: metadataOf('plain.example') } });
    const id = await create();
    for (const { status, body } of [
      await load(id, { url }),
      await app.manage('PATCH', `/saml-applications/${id}`, { metadataUrl: url }),
      await app.manage('POST', '/saml-applications', { name: 'Plain', metadataUrl: url }),
    ]) {
      expect([status, body.code]).toEqual(refused);
      expect(body.message).toContain('https://');
    }
    // An address from before the rule is not asked again, and administrators see why.
    await app.database
      .tenant('default')
      .send(db =>
        db
          .updateTable('samlApplicationConfigs')
          .set({ metadataUrl: url })
          .where('applicationId', '=', id)
          .execute(),
      );
    await runDaily();
    expect(world.asked).toEqual([]);
    expect((await read(id)).metadataError).toContain('https://');
    await app.manage('DELETE', `/saml-applications/${id}`);
  });

  test('a refresh does not turn an application into that of another service provider', async () => {
    const path = 'moved.example/metadata';
    world.answer({ [path]: { text: metadataOf('moved.example') } });
    const id = await create();
    expect((await load(id, { url: `https://${path}` })).status).toBe(200);
    const before = await read(id);
    world.answer({ [path]: { text: metadataOf('evil.example') } });
    await runDaily();
    const after = await read(id);
    expect(after.metadataError).toBe('It describes https://evil.example, not https://moved.example.');
    expect({ ...after, metadataError: null }).toEqual(before);
    const { status, body } = await app.manage('POST', `/saml-applications/${id}/refresh-metadata`);
    expect([status, body.code]).toEqual(refused);
    // An administrator who imports it means it.
    expect((await load(id, { url: `https://${path}` })).body.entityId).toBe('https://evil.example');
    await app.manage('DELETE', `/saml-applications/${id}`);
  });

  test('an address that is slow to answer, or broken, keeps no other waiting', async () => {
    const ids: string[] = [];
    const hosts = ['first.example', 'broken.example', 'last.example'];
    world.answer(Object.fromEntries(hosts.map(host => [`${host}/metadata`, { text: metadataOf(host) }])));
    for (const host of hosts) {
      const id = await create();
      expect((await load(id, { url: `https://${host}/metadata` })).status).toBe(200);
      ids.push(id);
    }
    const silence = Promise.withResolvers<void>();
    const late = (host: string) => async () => {
      await silence.promise;
      return host === 'broken.example' ? { status: 500 } : { text: metadataOf(host) };
    };
    world.answer(Object.fromEntries(hosts.map(host => [`${host}/metadata`, late(host)])));
    const run = runDaily();
    // All are asked before any has answered.
    await expect.poll(() => world.asked.length, { timeout: 5000 }).toBe(hosts.length);
    silence.resolve();
    await run;
    const errors = await Promise.all(ids.map(async id => (await read(id)).metadataError));
    expect(errors).toEqual([null, 'The address answered with 500.', null]);
    for (const id of ids) await app.manage('DELETE', `/saml-applications/${id}`);
  });

  test('an import does not put back what an administrator changes at the same moment', async () => {
    const id = await create();
    const sign = (isRequired: boolean) =>
      app.manage('PATCH', `/saml-applications/${id}`, {
        requestSigning: { certificate: key.certificate, isRequired },
      });
    for (let round = 0; round < 6; round += 1) {
      expect((await sign(false)).status).toBe(200);
      const xml = metadataOf('race.example');
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => load(id, { xml })),
        sign(true),
        ...Array.from({ length: 5 }, () => load(id, { xml })),
      ]);
      expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
      expect([round, (await read(id)).requestSigning.isRequired]).toEqual([round, true]);
    }
    await app.manage('DELETE', `/saml-applications/${id}`);
  });
});
