import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Seals secrets at rest; what lies in the database or its backup is worth nothing without the key. */
export type Vault = {
  seal(text: string): string;
  open(sealed: string): string;
  /** Always the same bytes for a text, unpredictable without the key. */
  mark(text: string): Buffer;
  /** The ID of the current key, which prefixes everything sealed with it. */
  keyId: string;
  /** Keys that only decrypt: values sealed with them are sealed again. */
  otherKeyIds: readonly string[];
};

type VaultKeys = {
  GATEHOUSE_SECRET_KEY?: string;
  GATEHOUSE_OTHER_SECRET_KEYS?: readonly string[];
  GATEHOUSE_DATA_DIR: string;
};

/** Without a key in the configuration one is made in the data directory at the first start. */
export const openVault = async (env: VaultKeys): Promise<Vault> => {
  const { GATEHOUSE_SECRET_KEY: given, GATEHOUSE_OTHER_SECRET_KEYS: others = [] } = env;
  const key = given ?? (await readOrCreateKey(env.GATEHOUSE_DATA_DIR));
  return createVault(
    Buffer.from(key, 'base64'),
    others.map(other => Buffer.from(other, 'base64')),
  );
};

const version = 'v1';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** A sealed text is `v1.{key id}.{nonce, tag and cipher text in base64url}`; the key id makes rotation possible. */
export const createVault = (key: Buffer, others: readonly Buffer[] = []): Vault => {
  const keys = new Map([key, ...others].map(known => [idOf(known), known]));
  const [keyId = '', ...otherKeyIds] = keys.keys();
  const header = `${version}.${keyId}`;
  return {
    keyId,
    otherKeyIds,
    mark: text => createHmac('sha256', key).update(text).digest(),
    seal(text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(header));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${header}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed) {
      const [sealedVersion, sealedKeyId, payload] = sealed.split('.');
      if (sealedVersion !== version || !payload) throw new Error('This is not a sealed secret.');
      const sealedWith = keys.get(sealedKeyId ?? '');
      if (!sealedWith) {
        throw new Error(`This secret was sealed with key ${sealedKeyId}, but the key in use is ${keyId}.`);
      }
      const bytes = Buffer.from(payload, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealedWith, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(`${version}.${sealedKeyId}`))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return (
        decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
};

const refuse = (): never => {
  throw new Error('The database was opened without the key that seals secrets.');
};

/** For who only migrates or measures a database. */
export const lockedVault: Vault = { seal: refuse, open: refuse, mark: refuse, keyId: '', otherKeyIds: [] };

const idOf = (key: Buffer) => {
  if (key.length !== keyBytes) throw new Error(`The secret key must have ${keyBytes} bytes, in base64.`);
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
};

/** A pattern that finds values sealed with these keys anywhere in a text, valid in JavaScript and in the database. */
export const sealedPattern = (keyIds: readonly string[]) =>
  `${version}[.](?:${keyIds.join('|')})[.][A-Za-z0-9_-]{38,}`;

export const secretKeyPath = (dataDir: string) => join(dataDir, 'secret.key');

const readOrCreateKey = async (dataDir: string) => {
  const path = secretKeyPath(dataDir);
  if (!existsSync(path)) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    // Written aside and linked into place: two processes that start at once end with the same whole key.
    const draft = `${path}.${process.pid}`;
    await writeFile(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600 });
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft);
  }
  return readFile(path, 'utf8');
};
