import type { clientRegistrations as rows } from '@gatehouse/contract/client-registration.ts';
import { createInitialToken, presentInitialToken } from '../../domain/initial-access-tokens.ts';
import { registrationConfigKey } from '../../domain/oidc-config.ts';
import { loadRegistrationConfig } from '../../domain/registration-config.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { writeConfig } from './configs-oidc.ts';

export const clientRegistrations: Handlers<typeof rows> = {
  readConfig: ({ db }) => loadRegistrationConfig(db),

  async updateConfig({ tx, db, body }) {
    // Two changes at once come one after the other.
    await db
      .selectFrom('configs')
      .select('key')
      .where('key', '=', registrationConfigKey)
      .forUpdate()
      .execute();
    const config = { ...(await loadRegistrationConfig(db)), ...body };
    await writeConfig(tx, registrationConfigKey, config);
    tx.object('client-registration', registrationConfigKey);
    return config;
  },

  async listTokens({ db }) {
    const tokens = await db.selectFrom('initialAccessTokens').selectAll().orderBy('createdAt').execute();
    return tokens.map(presentInitialToken);
  },

  createToken: ({ tx, body }) => createInitialToken(tx, body),

  async deleteToken({ tx, params }) {
    const deleted = await tx.delete('initialAccessTokens', { id: params.id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },
};
