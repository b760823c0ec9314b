import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createVault, openVault, secretKeyPath } from './vault.ts';

test('what is sealed can be opened, and looks different each time', () => {
  const vault = createVault(randomBytes(32));
  const secret = 'pässword ✓';
  const sealed = vault.seal(secret);
  expect(sealed).not.toContain(secret);
  expect(sealed.startsWith(`v1.${vault.keyId}.`)).toBe(true);
  expect(vault.seal(secret)).not.toBe(sealed);
  expect(vault.open(sealed)).toBe(secret);
});

test('a sealed secret that was touched does not open', () => {
  const vault = createVault(randomBytes(32));
  const [version, keyId, payload] = vault.seal('secret').split('.');
  const bytes = Buffer.from(payload!, 'base64url');
  bytes[bytes.length - 1]! ^= 1;
  expect(() => vault.open(`${version}.${keyId}.${bytes.toString('base64url')}`)).toThrow();
  expect(() => vault.open('secret')).toThrow('not a sealed secret');
});

test('another key is named, not tried', () => {
  const sealed = createVault(randomBytes(32)).seal('secret');
  expect(() => createVault(randomBytes(32)).open(sealed)).toThrow('sealed with key');
  expect(() => createVault(randomBytes(16))).toThrow('32 bytes');
});

test('without a key one is made once, for our eyes only, even by two at once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-vault-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const [one, two] = await Promise.all([
    openVault({ GATEHOUSE_DATA_DIR: dataDir }),
    openVault({ GATEHOUSE_DATA_DIR: dataDir }),
  ]);
  expect(two.open(one.seal('secret'))).toBe('secret');
  expect((await openVault({ GATEHOUSE_DATA_DIR: dataDir })).keyId).toBe(one.keyId);
  expect((await stat(secretKeyPath(dataDir))).mode & 0o777).toBe(0o600);
});
