import {
  defaultAbsoluteSessionTtl,
  defaultExtendedClaims,
  defaultSessionTtl,
  type IdTokenConfig,
  type oidcConfigs as rows,
  type SessionConfig,
  type SigningAlgorithm,
} from '@gatehouse/contract/oidc-configs.ts';
import { tokenLifetimes } from '@gatehouse/contract/tokens.ts';
import { type Kysely, sql } from 'kysely';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import type { Vault } from '../../database/vault.ts';
import { companionKeysConfig } from '../../domain/companion-keys.ts';
import { idTokenConfigKey, readConfig, sessionConfigKey } from '../../domain/oidc-config.ts';
import { followSessionPolicy } from '../../domain/shortened-sessions.ts';
import {
  cookieKeysConfig,
  describeSigningKeys,
  generateCookieKey,
  generateSigningKey,
  rotateSigningKeys,
  type StoredCompanion,
  type StoredKey,
  signingKeysConfig,
} from '../../domain/signing-keys.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

const cookieKeysKept = 2;

export const oidcConfigs: Handlers<typeof rows> = {
  async listSigningKeys({ db, services }) {
    return present(db, await readKeys(db, signingKeysConfig), services.vault);
  },

  async rotateSigningKeys({ tx, db, body, services }) {
    const stored = await lockKeys(db, signingKeysConfig);
    const next = await generateSigningKey(services.vault, algorithmOf(body?.signingKeyAlgorithm), {
      graceSeconds: body?.rotationGracePeriod,
    });
    const keys = rotateSigningKeys(stored, next, (await longestTokenLife(db)) * 1000);
    await writeConfig(tx, signingKeysConfig, keys);
    tx.object('signing-keys', next.id);
    return present(db, keys, services.vault);
  },

  async deleteSigningKey({ tx, db, params, services }) {
    const stored = await lockKeys(db, signingKeysConfig);
    const key = (await present(db, stored, services.vault)).find(({ id }) => id === params.keyId);
    requireDeletable(stored, key, key?.status === 'Previous');
    await writeConfig(tx, signingKeysConfig, without(stored, params.keyId));
  },

  async listCookieKeys({ db }) {
    return (await readKeys(db, cookieKeysConfig)).map(presentCookieKey);
  },

  async rotateCookieKeys({ tx, db, services }) {
    const next = generateCookieKey(services.vault);
    const keys = [next, ...(await lockKeys(db, cookieKeysConfig))].slice(0, cookieKeysKept);
    await writeConfig(tx, cookieKeysConfig, keys);
    tx.object('cookie-keys', next.id);
    return keys.map(presentCookieKey);
  },

  async deleteCookieKey({ tx, db, params }) {
    const stored = await lockKeys(db, cookieKeysConfig);
    const index = stored.findIndex(({ id }) => id === params.keyId);
    requireDeletable(stored, stored[index], index > 0);
    await writeConfig(tx, cookieKeysConfig, without(stored, params.keyId));
  },

  readSession: ({ db }) => readSession(db),

  async updateSession({ tx, db, body }) {
    const before = await readSession(db);
    const session = { ...before, ...body };
    await followSessionPolicy(tx, before, session);
    await writeConfig(tx, sessionConfigKey, session);
    tx.object('oidc-session', sessionConfigKey);
    return session;
  },

  readIdToken: ({ db }) => readIdToken(db),

  async replaceIdToken({ tx, db, body }) {
    const { standardClaims } = await readIdToken(db);
    const config = { standardClaims, ...body };
    await writeConfig(tx, idTokenConfigKey, config);
    tx.object('id-token', idTokenConfigKey);
    return config;
  },
};

/** With the keys of other algorithms that belong to each. */
const present = async (db: Kysely<Tables>, keys: StoredKey[], vault: Vault) =>
  describeSigningKeys(keys, (await readKeys(db, companionKeysConfig)) as StoredCompanion[], vault);

const algorithmOf = (choice: 'EC' | 'RSA' | SigningAlgorithm = 'EC'): SigningAlgorithm =>
  choice === 'EC' ? 'ES256' : choice === 'RSA' ? 'RS256' : choice;

const presentCookieKey = ({ id, createdAt }: StoredKey) => ({ id, createdAt });

const without = (keys: StoredKey[], id: string) => keys.filter(key => key.id !== id);

const requireDeletable = (stored: StoredKey[], key: unknown, isPrevious: boolean) => {
  if (!key) throw new RequestError('oidc.key_not_found');
  if (stored.length === 1) throw new RequestError('oidc.key_required');
  if (!isPrevious) throw new RequestError('oidc.only_previous_key_can_be_deleted');
};

const readIdToken = async (db: Kysely<Tables>): Promise<IdTokenConfig> => ({
  enabledExtendedClaims: [...defaultExtendedClaims],
  standardClaims: false,
  ...((await readConfig(db, idTokenConfigKey)) as IdTokenConfig | undefined),
});

const readSession = async (db: Kysely<Tables>): Promise<SessionConfig> => ({
  ttl: defaultSessionTtl,
  absoluteTtl: defaultAbsoluteSessionTtl,
  authenticationInAccessTokens: false,
  ...((await readConfig(db, sessionConfigKey)) as Partial<SessionConfig> | undefined),
});

const readKeys = async (db: Kysely<Tables>, key: string) =>
  ((await readConfig(db, key)) ?? []) as StoredKey[];

/** Two rotations at once come one after the other: each works on what the other left. */
const lockKeys = async (db: Kysely<Tables>, key: string) => {
  const row = await db
    .selectFrom('configs')
    .select('value')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  return (row?.value ?? []) as StoredKey[];
};

export const writeConfig = async (tx: Write, key: string, value: unknown) =>
  (await tx.update('configs', { key }, { value })) ?? (await tx.insert('configs', { key, value }));

/** Seconds for which a token that is signed now can be valid. */
const longestTokenLife = async (db: Kysely<Tables>) => {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(
      ${tokenLifetimes.idToken}::bigint,
      (select max(access_token_ttl) from resources),
      (select max((custom_client_metadata ->> 'idTokenTtl')::bigint) from applications)
    )::float8 as seconds`.execute(db);
  return Number(rows[0]?.seconds ?? tokenLifetimes.idToken);
};
