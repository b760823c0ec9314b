import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBuilders } from './testing/builders.ts';

describe.each(anyDatabase)('SAML applications on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  test('[ENT-20] a SAML application comes with a certificate for three years; one signs at a time', async () => {
    const acsUrl = {
      binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
      url: 'https://sp.example/acs',
    };
    const created = await app.manage('POST', '/saml-applications', { name: 'Wiki', acsUrl });
    expect(created).toMatchObject({
      status: 201,
      body: { type: 'SAML', name: 'Wiki', acsUrl, entityId: null, attributeMapping: {} },
    });
    expect(created.body).not.toHaveProperty('oidcClientMetadata');
    const path = `/saml-applications/${created.body.id}`;
    const redirect = { ...acsUrl, binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect' };
    expect((await app.manage('PATCH', path, { acsUrl: redirect })).body.code).toBe(
      'application.saml.acs_url_binding_not_supported',
    );
    const updated = await app.manage('PATCH', path, { entityId: 'https://sp.example', description: 'Docs' });
    expect(updated.body).toEqual({ ...created.body, entityId: 'https://sp.example', description: 'Docs' });
    expect((await app.manage('GET', path)).body).toEqual(updated.body);

    const { body: secrets } = await app.manage('GET', `${path}/secrets`);
    expect(secrets).toMatchObject([{ active: true }]);
    expect(secrets[0]).not.toHaveProperty('privateKey');
    const certificate = new X509Certificate(secrets[0].certificate);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(secrets[0].fingerprints.sha256.formatted).toBe(certificate.fingerprint256);
    const years = (secrets[0].expiresAt - secrets[0].createdAt) / (365.25 * 86_400_000);
    expect(Math.round(years)).toBe(3);
    const added = await app.manage('POST', `${path}/secrets`, { lifeSpanInYears: 1 });
    expect(added).toMatchObject({ status: 201, body: { active: false } });
    const second = `${path}/secrets/${added.body.id}`;
    expect((await app.manage('PATCH', second, { active: true })).body.active).toBe(true);
    const { body: after } = await app.manage('GET', `${path}/secrets`);
    expect(after.map(({ active }: { active: boolean }) => active)).toEqual([false, true]);
    expect((await app.manage('DELETE', second)).body.code).toBe(
      'application.saml.can_not_delete_active_secret',
    );
    expect((await app.manage('DELETE', `${path}/secrets/${secrets[0].id}`)).status).toBe(204);
    expect((await app.manage('DELETE', `${path}/secrets/${secrets[0].id}`)).status).toBe(404);

    expect((await app.manage('PATCH', `/applications/${created.body.id}`, { name: 'x' })).body.code).toBe(
      'application.saml.use_saml_app_api',
    );
    const spa = await createBuilders(app).application({ type: 'SPA' });
    expect((await app.manage('GET', `/saml-applications/${spa.id}`)).body.code).toBe(
      'application.saml.saml_application_only',
    );
    await app.manage('POST', '/saml-applications', { name: 'Two' });
    await app.manage('POST', '/saml-applications', { name: 'Three' });
    // Plans limit how many there are in the cloud only.
    expect((await app.manage('POST', '/saml-applications', { name: 'Four' })).status).toBe(201);
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('GET', path)).status).toBe(404);
  });

  test('a SAML application that is deleted while it is read is there or not found, and comes back by an undo', async () => {
    const { body } = await app.manage('POST', '/saml-applications', { name: 'Brief' });
    const path = `/saml-applications/${body.id}`;
    const { body: former } = await app.manage('GET', `${path}/secrets`);
    const reads = [...Array(40).keys()].map(index => app.manage('GET', index % 2 ? path : `${path}/secrets`));
    const [deleted, ...answers] = await Promise.all([app.manage('DELETE', path), ...reads]);
    expect(deleted.status).toBe(204);
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    const { body: changes } = await app.manage('GET', `/changes?objectId=${body.id}`);
    expect(changes[0]).toMatchObject({ objectName: 'Brief', summary: 'delete' });
    expect((await app.manage('POST', `/changes/${changes[0].id}/revert`)).status).toBe(201);
    expect((await app.manage('GET', path)).body).toMatchObject({ id: body.id, name: 'Brief' });
    // Deleted keys are gone permanently: it signs with a new one.
    const { body: secrets } = await app.manage('GET', `${path}/secrets`);
    expect(secrets).toMatchObject([{ active: true }]);
    expect(secrets[0].certificate).not.toBe(former[0].certificate);
    const certificate = new X509Certificate(secrets[0].certificate);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.subject).toBe('CN=Brief');
    const metadata = await call(`${app.env.ENDPOINT}${path.replace('/', '/api/')}/metadata`);
    expect(metadata.text).toContain(secrets[0].certificate.split('\n')[1]);
    const [row] = await app.database
      .tenant('default')
      .read(db =>
        db.selectFrom('samlApplicationSecrets').selectAll().where('applicationId', '=', body.id).execute(),
      );
    expect(row?.privateKey).not.toContain('PRIVATE KEY');
    // The undo can be undone in turn, with the new key, and that again.
    for (const status of [404, 200]) {
      const { body: newest } = await app.manage('GET', `/changes?objectId=${body.id}`);
      expect((await app.manage('POST', `/changes/${newest[0].id}/revert`)).status).toBe(201);
      expect((await app.manage('GET', path)).status).toBe(status);
    }
    expect((await app.manage('GET', `${path}/secrets`)).body).toMatchObject([{ active: true }]);
  });
});
