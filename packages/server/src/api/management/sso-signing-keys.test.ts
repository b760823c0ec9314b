import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';

const config = {
  entityId: 'https://idp.example',
  signInEndpoint: 'https://idp.example/sign-in',
  x509Certificate: 'to be filled in',
};

describe.each(anyDatabase)('signing keys of enterprise connectors on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const create = async (connectorName: string, providerName = 'SAML') => {
    const { body, text } = await app.manage('POST', '/sso-connectors', { providerName, connectorName });
    expect(body.id, text).toBeTruthy();
    return { path: `/sso-connectors/${body.id}`, keys: `/sso-connectors/${body.id}/signing-keys` };
  };
  const sign = (path: string, signAuthnRequest: boolean) =>
    app.manage('PATCH', path, { config: { ...config, signAuthnRequest } });
  const expectCode = ({ status, body }: { status: number; body: { code: string } }, ...wanted: unknown[]) =>
    expect([status, body.code]).toEqual(wanted);

  test('requests are signed only with an active key, which stays as long as it is needed', async () => {
    const { path, keys } = await create('Acme');
    const required = [422, 'single_sign_on.active_signing_key_required'];
    const refused = await sign(path, true);
    expectCode(refused, ...required);
    expect(refused.body.data.issues).toMatchObject([{ path: 'config.signAuthnRequest' }]);
    expectCode(
      await app.manage('POST', '/sso-connectors', {
        providerName: 'SAML',
        connectorName: 'At once',
        config: { ...config, signAuthnRequest: true },
      }),
      ...required,
    );
    const first = await app.manage('POST', keys, {});
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ active: false, certificate: expect.stringContaining('BEGIN CERT') });
    expect(first.text).not.toContain('privateKey');
    expectCode(await sign(path, true), ...required);
    expect((await app.manage('PATCH', `${keys}/${first.body.id}`, { active: true })).body.active).toBe(true);
    expect((await sign(path, true)).status).toBe(200);
    expectCode(
      await app.manage('PATCH', `${keys}/${first.body.id}`, { active: false }),
      400,
      'single_sign_on.can_not_deactivate_signing_key_in_use',
    );
    expectCode(
      await app.manage('DELETE', `${keys}/${first.body.id}`),
      400,
      'single_sign_on.can_not_delete_active_signing_key',
    );
    const second = await app.manage('POST', keys, { active: true });
    const { body: listed } = await app.manage('GET', keys);
    expect(listed.map((key: { active: boolean }) => key.active)).toEqual([false, true]);
    expect((await app.manage('GET', path)).body.providerConfig.serviceProvider.signingCertificate).toBe(
      second.body.certificate,
    );
    expect((await app.manage('DELETE', `${keys}/${first.body.id}`)).status).toBe(204);
    expect((await sign(path, false)).status).toBe(200);
    expect((await app.manage('PATCH', `${keys}/${second.body.id}`, { active: false })).status).toBe(200);
    expect((await app.manage('DELETE', `${keys}/${second.body.id}`)).status).toBe(204);
  });

  test('only SAML connectors have keys, and each only its own', async () => {
    const [oidc, mine, other] = [await create('Oidc', 'OIDC'), await create('Mine'), await create('Other')];
    expectCode(await app.manage('GET', oidc.keys), 404, 'connector.not_found');
    expectCode(await app.manage('POST', oidc.keys, {}), 404, 'connector.not_found');
    expectCode(await app.manage('GET', '/sso-connectors/none/signing-keys'), 404, 'connector.not_found');
    const { body: key } = await app.manage('POST', other.keys, {});
    expect((await app.manage('PATCH', `${mine.keys}/${key.id}`, { active: true })).status).toBe(404);
    expect((await app.manage('DELETE', `${mine.keys}/${key.id}`)).status).toBe(404);
    expect((await app.manage('GET', other.keys)).body).toHaveLength(1);
  });

  test('settings and keys fit together, however they change at once', async () => {
    const { path, keys } = await create('Racing');
    const { body: key } = await app.manage('POST', keys, {});
    const made = await Promise.all(
      Array.from({ length: 4 }, () => app.manage('POST', keys, { active: true })),
    );
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    for (let round = 0; round < 3; round += 1) {
      const { body: active } = await app.manage('PATCH', `${keys}/${key.id}`, { active: true });
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 2 ? sign(path, true) : app.manage('PATCH', `${keys}/${active.id}`, { active: false }),
        ),
      );
      const { body: listed } = await app.manage('GET', keys);
      const count = listed.filter((each: { active: boolean }) => each.active).length;
      const isSigned = (await app.manage('GET', path)).body.config.signAuthnRequest === true;
      expect([isSigned, count]).toEqual([isSigned, isSigned ? 1 : 0]);
      await sign(path, false);
    }
  });
});
