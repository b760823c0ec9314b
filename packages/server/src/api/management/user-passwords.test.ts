import { createHash, pbkdf2Sync } from 'node:crypto';
import { type Algorithm, hash } from '@node-rs/argon2';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';

const password = 'correct horse';
const digest = (algorithm: string, text = password) => createHash(algorithm).update(text).digest('hex');
const argon2 = (algorithm: Algorithm) => hash(password, { algorithm, memoryCost: 1024, timeCost: 1 });

const imports: [string, string, () => string | Promise<string>][] = [
  ['Argon2id', 'Argon2id', () => argon2(2)],
  ['Argon2i', 'Argon2i', () => argon2(1)],
  ['Argon2d', 'Argon2d', () => argon2(0)],
  ['SHA1', 'SHA1', () => digest('sha1').toUpperCase()],
  ['SHA256', 'SHA256', () => digest('sha256')],
  ['MD5', 'MD5', () => digest('md5')],
  ['Bcrypt', 'Bcrypt', () => bcrypt(password, 4)],
  [
    'Legacy with a salt',
    'Legacy',
    () =>
      JSON.stringify(['sha512', ['salt', '@', 'pepper'], digest('sha512', `salt${password}pepper`)]).slice(
        0,
        256,
      ),
  ],
  [
    'Legacy with PBKDF2',
    'Legacy',
    () =>
      JSON.stringify([
        'pbkdf2',
        ['salt', '1000', '20', 'sha512', '@'],
        pbkdf2Sync(password, 'salt', 1000, 20, 'sha512').toString('hex'),
      ]),
  ],
];

describe.each(databaseKinds)('passwords of imported users on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const createUser = (passwordAlgorithm: string | undefined, passwordDigest: string) =>
    app.manage('POST', '/users', { passwordAlgorithm, passwordDigest });
  const verify = async (id: string, secret: string) =>
    (await app.manage('POST', `/users/${id}/password/verify`, { password: secret })).status;
  const algorithmOf = async (id: string) =>
    (await app.manage('GET', `/users/${id}?includePasswordHash=true`)).body.passwordAlgorithm;

  test('a password in any script is one password, in whatever form a keyboard sends it', async () => {
    const secret = 'Käsekuchen-für-Zoë-密码';
    const { body } = await app.manage('POST', '/users', {
      username: 'zoe',
      password: secret.normalize('NFD'),
    });
    expect(await verify(body.id, secret.normalize('NFC'))).toBe(204);
    expect(await verify(body.id, secret.normalize('NFD'))).toBe(204);
    expect(await verify(body.id, secret.replace('ë', 'e'))).toBe(422);
  });

  test.each(imports)('[ENT-34] %s is verified and hashed again', async (_, algorithm, make) => {
    const created = await createUser(algorithm, await make());
    expect(created).toMatchObject({ status: 200, body: { hasPassword: true } });
    const { id } = created.body;
    expect(await verify(id, 'wrong')).toBe(422);
    expect(await algorithmOf(id)).toBe(algorithm);
    expect(await verify(id, password)).toBe(204);
    expect(await algorithmOf(id)).toBe('Argon2id');
    expect(await verify(id, password)).toBe(204);
    expect(await verify(id, 'wrong')).toBe(422);
  });

  test.each([
    ['a digest without its algorithm', undefined, digest('md5'), 'user.password_algorithm_required'],
    ['a digest of another length', 'SHA256', digest('md5'), 'guard.invalid_input'],
    [
      'another kind of Argon2',
      'Argon2i',
      '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaA',
      'guard.invalid_input',
    ],
    [
      'Argon2 that would take all memory',
      'Argon2id',
      '$argon2id$v=19$m=99999999,t=1,p=1$c2FsdA$aGFzaA',
      'guard.invalid_input',
    ],
    ['Bcrypt that would take for ever', 'Bcrypt', `$2b$31$${'a'.repeat(53)}`, 'guard.invalid_input'],
    ['Legacy that is no JSON', 'Legacy', 'sha256', 'password.invalid_legacy_password_format'],
    [
      'Legacy without the password',
      'Legacy',
      '["sha256",["salt"],"ab"]',
      'password.invalid_legacy_password_format',
    ],
    [
      'Legacy by an unknown algorithm',
      'Legacy',
      '["rot13",["@"],"ab"]',
      'password.unsupported_legacy_hash_algorithm',
    ],
    [
      'PBKDF2 without end',
      'Legacy',
      '["pbkdf2",["s","999999999","20","sha1","@"],"ab"]',
      'password.unsupported_legacy_hash_algorithm',
    ],
  ])('400 for %s', async (_, algorithm, text, code) => {
    expect(await createUser(algorithm, text)).toMatchObject({ status: 400, body: { code } });
  });

  test('400 for a password and a digest at once', async () => {
    const both = { password, passwordDigest: digest('md5'), passwordAlgorithm: 'MD5' };
    expect((await app.manage('POST', '/users', both)).body.code).toBe('user.password_and_digest');
  });
});
