import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import {
  type CustomizedToken,
  type CustomizerKey,
  customizerKeys,
  type JwtCustomizer,
  type jwtCustomizers as rows,
} from '@gatehouse/contract/jwt-customizers.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Vault } from '../../database/vault.ts';
import { readConfig } from '../../domain/oidc-config.ts';
import { openScript, type StoredScript, sealScript } from '../../domain/sealed-scripts.ts';
import type { Handlers } from '../../http/implement.ts';
import { pathOption } from '../../http/path-option.ts';
import { maskVariables } from '../../http/reveal.ts';
import { RequestError } from '../../request-error.ts';
import { writeConfig } from './configs-oidc.ts';
import { customizerTrials } from './script-trials.ts';

export const jwtCustomizers: Handlers<typeof rows> = {
  ...customizerTrials,

  async list({ db, caller, services }) {
    const keys = Object.values(customizerKeys);
    const rows = await db
      .selectFrom('configs')
      .select(['key', 'value'])
      .where('key', 'in', keys)
      .orderBy('key')
      .execute();
    return rows.map(({ key, value }) => ({
      key: key as CustomizerKey,
      value: maskVariables(
        openScript<JwtCustomizer>(value as StoredScript<JwtCustomizer>, services.vault),
        caller,
      ),
    }));
  },

  read: async ({ db, params, caller, services }) =>
    maskVariables(await find(db, keyOf(params), services.vault), caller),

  async replace({ tx, db, params, body, tenant, services, reply }) {
    const key = keyOf(params);
    if (tenant.id === adminTenantId) throw new RequestError('jwt_customizer.can_not_create_for_admin_tenant');
    const isNew = (await readConfig(db, key)) === undefined;
    await writeConfig(tx, key, sealScript(body, services.vault));
    if (isNew) reply.code(201);
    return body;
  },

  async update({ tx, db, params, body, services }) {
    const key = keyOf(params);
    const updated = { ...(await find(db, key, services.vault)), ...body };
    await writeConfig(tx, key, sealScript(updated, services.vault));
    return updated;
  },

  async delete({ tx, params }) {
    const deleted = await tx.delete('configs', { key: keyOf(params) });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },
};

const customizedTokens = Object.keys(customizerKeys) as CustomizedToken[];

const keyOf = (params: { tokenTypePath: string }) =>
  customizerKeys[pathOption(params, 'tokenTypePath', customizedTokens)];

const find = async (db: Kysely<Tables>, key: CustomizerKey, vault: Vault) => {
  const stored = (await readConfig(db, key)) as StoredScript<JwtCustomizer> | undefined;
  if (!stored) throw new RequestError('entity.not_exists_with_id', { data: { name: 'script', id: key } });
  return openScript<JwtCustomizer>(stored, vault);
};
