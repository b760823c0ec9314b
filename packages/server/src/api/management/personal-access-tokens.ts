import { createHash } from 'node:crypto';
import { generateSecret } from '@gatehouse/contract/ids.ts';
import type { personalAccessTokens as rows } from '@gatehouse/contract/user-access.ts';
import type { Selectable } from 'kysely';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import type { Vault } from '../../database/vault.ts';
import { queueNotice } from '../../domain/security-notices.ts';
import { findUser } from '../../domain/users.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Handlers } from '../../http/implement.ts';
import { maskSecret, maySeeSecrets } from '../../http/reveal.ts';
import { RequestError } from '../../request-error.ts';

export const personalAccessTokens: Handlers<typeof rows> = {
  async listPersonalAccessTokens({ db, params, caller, services }) {
    await findUser(db, params.userId);
    const tokens = await db
      .selectFrom('personalAccessTokens')
      .selectAll()
      .where('userId', '=', params.userId)
      .orderBy('createdAt')
      .execute();
    return tokens.map(token => present(token, caller, services.vault));
  },

  async createPersonalAccessToken({ tx, db, params, body, services }) {
    const user = await findUser(db, params.userId);
    const value = `pat_${generateSecret()}`;
    const token = await tx.insert('personalAccessTokens', {
      userId: params.userId,
      ...body,
      value: services.vault.seal(value),
      valueHash: hashOfToken(value),
    });
    const happening = { type: 'PersonalAccessTokenCreated', name: token.name } as const;
    await queueNotice(tx, { ...user, userId: user.id }, happening);
    return { ...token, value };
  },

  updatePersonalAccessToken: async ({ tx, params, body: { currentName, name }, caller, services }) =>
    present(await rename(tx, { userId: params.userId, name: currentName }, name), caller, services.vault),

  deletePersonalAccessToken: ({ tx, params, body }) => remove(tx, { userId: params.userId, name: body.name }),

  updatePersonalAccessTokenByName: async ({ tx, params, body, caller, services }) =>
    present(await rename(tx, params, body.name), caller, services.vault),

  deletePersonalAccessTokenByName: ({ tx, params }) => remove(tx, params),
};

/** Tokens are stored and looked up by their hash. */
const hashOfToken = (value: string) => createHash('sha256').update(value).digest('hex');

type Key = { userId: string; name: string };

const rename = async (tx: Write, key: Key, name: string) => {
  const token = await tx.update('personalAccessTokens', key, { name });
  if (!token) throw new RequestError('entity.not_exists');
  return token;
};

const remove = async (tx: Write, key: Key) => {
  const deleted = await tx.delete('personalAccessTokens', key);
  if (deleted.length === 0) throw new RequestError('entity.not_found');
};

const present = (token: Selectable<Tables['personalAccessTokens']>, caller: Caller, vault: Vault) => {
  const value = vault.open(token.value);
  return { ...token, value: maySeeSecrets(caller, 'users') ? value : maskSecret(value) };
};
