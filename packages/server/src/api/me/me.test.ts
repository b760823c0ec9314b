import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { meAudience } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealConfig } from '../../connectors/sealed-config.ts';
import { startOpenIdProvider } from '../../connectors/testing/open-id-provider.ts';
import { anyDatabase } from '../../database/testing/open.ts';
import { testOrigin } from '../../database/testing/tenants.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { administrator, signInToConsole } from '../../http/testing/console.ts';
import { picture, sendFile } from '../../http/testing/files.ts';

describe.each(anyDatabase)('the me API on %s', kind => {
  let app: TestApp;
  let op: Awaited<ReturnType<typeof startOpenIdProvider>>;
  let directory: string;
  let token: string;
  beforeAll(async () => {
    op = await startOpenIdProvider();
    directory = await mkdtemp(join(tmpdir(), 'gatehouse-me-'));
    app = await startTestApp(kind, {
      variables: { GATEHOUSE_DATA_DIR: directory, GATEHOUSE_CONNECTORS_URL: op.url },
    });
    await call(`${app.env.ADMIN_ENDPOINT}/api/setup/administrator`, { method: 'POST', body: administrator });
    token = await (await signInToConsole(app)).token({ resource: meAudience });
  });
  afterAll(async () => {
    await app.close();
    await op.close();
    await rm(directory, { recursive: true });
  });

  const send = (method: string, path: string, body?: unknown, by = token) =>
    call(`${app.env.ADMIN_ENDPOINT}/me${path}`, { method, token: by, body });
  /** The code that the admin tenant sent last; its messages are kept sealed. */
  const lastCode = async (recipient: string): Promise<string> => {
    const message = await app.database
      .tenant('admin')
      .read(db =>
        db
          .selectFrom('messages')
          .select('payload')
          .where('recipient', '=', recipient)
          .orderBy('createdAt', 'desc')
          .executeTakeFirstOrThrow(),
      );
    return JSON.parse(app.vault.open(message.payload)).code;
  };

  test('a new password needs the old one first, once for each change', async () => {
    const change = (password: string) => send('POST', '/password', { password });
    expect((await change('another long secret')).body.code).toBe('session.verification_failed');
    expect((await send('POST', '/password/verify', { password: 'wrong' })).body.code).toBe(
      'session.invalid_credentials',
    );
    expect((await send('POST', '/password/verify', administrator)).status).toBe(400);
    const { password } = administrator;
    expect((await send('POST', '/password/verify', { password })).status).toBe(204);
    expect((await change('short')).body.code).toBe('password.rejected');
    expect((await change(password)).body.code).toBe('user.same_password');
    expect((await change('another long secret')).status).toBe(204);
    expect((await change('yet another secret')).body.code).toBe('session.verification_failed');
    expect((await send('POST', '/password/verify', { password })).status).toBe(422);
    expect((await send('POST', '/password/verify', { password: 'another long secret' })).status).toBe(204);
  });

  test('an address is taken over once it was proven by a code, for one change', async () => {
    const email = 'root@example.com';
    expect((await send('POST', '/verification-codes', { email })).body.code).toBe('connector.not_found');
    await app.database.tenant('admin').write(testOrigin, async tx => {
      await tx.insert('connectors', { id: 'mail', connectorId: 'development-mailbox' });
    });
    const verify = (verificationCode: string) =>
      send('POST', '/verification-codes/verify', { email, verificationCode });
    expect((await verify('123456')).body.code).toBe('verification_code.not_found');
    expect((await send('POST', '/verification-codes', { email })).status).toBe(204);
    const take = () => send('PATCH', '', { primaryEmail: email });
    expect((await take()).body.code).toBe('session.verification_session_not_found');
    const code = await lastCode(email);
    expect((await verify(code === '111111' ? '222222' : '111111')).body.code).toBe(
      'verification_code.code_mismatch',
    );
    expect((await verify(code)).status).toBe(204);
    expect(await take()).toMatchObject({ status: 200, body: { primaryEmail: email, isEmailVerified: true } });
    expect((await take()).body.code).toBe('session.verification_session_not_found');
  });

  test('429 when one user has too many codes sent, to whatever addresses', async () => {
    // The test before has sent the first of ten.
    const answers = [];
    for (let count = 0; count < 11; count += 1)
      answers.push(await send('POST', '/verification-codes', { email: `busy-${count % 2}@example.com` }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(9).fill(204), 429, 429]);
    const seconds = Number(answers.at(-1)?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);
  });

  test('social accounts are linked through social connectors only', async () => {
    expect((await send('GET', '/social/connectors')).body).toEqual([]);
    const begin = (connectorId: string, by?: string) =>
      send(
        'POST',
        '/social/authorization-uri',
        { connectorId, state: 'abcd1234', redirectUri: 'https://console.example/handle-social' },
        by,
      );
    expect((await begin('nothing')).body.code).toBe('session.invalid_connector_id');
    expect((await begin('mail')).body.code).toBe('connector.unexpected_type');
    const link = (connectorId: string, connectorData: object, by?: string) => {
      const data = { redirectUri: 'https://console.example/handle-social', state: 'abcd1234' };
      const body = { connectorId, connectorData: { ...data, ...connectorData } };
      return send('POST', '/social/link-identity', body, by);
    };
    expect((await link('mail', {})).body.code).toBe('connector.unexpected_type');
    expect((await send('DELETE', '/social/identity/mail')).body.code).toBe('user.identity_not_exist');

    await app.database.tenant('admin').write(testOrigin, async tx => {
      await tx.insert('connectors', {
        id: 'harbour',
        connectorId: 'oidc',
        config: sealConfig(app.vault, op.socialConfig),
        metadata: { target: 'harbour', name: { en: 'Harbour ID' } },
      });
      tx.invalidate('sign-in-experience');
    });
    const { redirectTo } = (await begin('harbour')).body;
    const answer = await op.consent(redirectTo, { sub: '42', name: 'Ada at Harbour' });
    // The password was entered in another session: an open browser cannot add a way to sign in.
    const thief = await signInToConsole(app, { ...administrator, password: 'another long secret' });
    const stolen = await thief.token({ resource: meAudience });
    for (const refused of [await begin('harbour', stolen), await link('harbour', answer, stolen)])
      expect(refused).toMatchObject({ status: 400, body: { code: 'session.verification_failed' } });
    expect((await link('harbour', { ...answer, state: 'another1' })).body.code).toBe(
      'connector.social_invalid_id_token',
    );
    expect((await link('harbour', answer)).status).toBe(204);
    const { identities } = (await send('GET', '')).body;
    expect(identities).toMatchObject({ harbour: { userId: '42', details: { name: 'Ada at Harbour' } } });
    expect((await send('DELETE', '/social/identity/harbour')).status).toBe(204);
    expect((await send('GET', '')).body.identities).toEqual({});
  });

  test('a picture is kept and served', async () => {
    expect((await send('GET', '/user-assets/service-status')).body.status).toBe('ready');
    const { body } = await sendFile(`${app.env.ADMIN_ENDPOINT}/me/user-assets`, picture, { token });
    expect((await fetch(body.url)).headers.get('content-type')).toBe('image/png');
    const large = Buffer.concat([picture, Buffer.alloc(500 * 1024)]);
    const refused = await sendFile(`${app.env.ADMIN_ENDPOINT}/me/user-assets`, large, { token });
    expect(refused).toMatchObject({ status: 400, body: { code: 'guard.file_size_exceeded' } });
    expect((await sendFile(`${app.env.ADMIN_ENDPOINT}/me/user-assets`, picture)).status).toBe(401);
  });
});
