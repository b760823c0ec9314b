import { type ActionType, actionTypes, type actions as rows } from '@gatehouse/contract/actions.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Vault } from '../../database/vault.ts';
import { findAction } from '../../domain/actions.ts';
import { sealScript } from '../../domain/sealed-scripts.ts';
import type { Handlers } from '../../http/implement.ts';
import { pathOption } from '../../http/path-option.ts';
import { maskVariables } from '../../http/reveal.ts';
import { RequestError } from '../../request-error.ts';
import { writeConfig } from './configs-oidc.ts';
import { actionTrials } from './script-trials.ts';

export const actions: Handlers<typeof rows> = {
  ...actionTrials,

  async list({ db, caller, services }) {
    const found: { key: ActionType; value: NonNullable<Awaited<ReturnType<typeof findAction>>> }[] = [];
    for (const key of actionTypes) {
      const value = await findAction(db, services.vault, key);
      if (value) found.push({ key, value: maskVariables(value, caller) });
    }
    return found;
  },

  read: async ({ db, params, caller, services }) =>
    maskVariables(await find(db, services.vault, typeOf(params)), caller),

  async replace({ tx, db, params, body, services, reply }) {
    const type = typeOf(params);
    const isNew = (await findAction(db, services.vault, type)) === undefined;
    await writeConfig(tx, type, sealScript(body, services.vault));
    if (isNew) reply.code(201);
    return body;
  },

  async update({ tx, db, params, body, services }) {
    const type = typeOf(params);
    const updated = { ...(await find(db, services.vault, type)), ...body };
    await writeConfig(tx, type, sealScript(updated, services.vault));
    return updated;
  },

  async delete({ tx, params }) {
    const deleted = await tx.delete('configs', { key: typeOf(params) });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },
};

const typeOf = (params: { actionType: string }) => pathOption(params, 'actionType', actionTypes);

const find = async (db: Kysely<Tables>, vault: Vault, type: ActionType) => {
  const action = await findAction(db, vault, type);
  if (!action) throw new RequestError('entity.not_exists_with_id', { data: { name: 'script', id: type } });
  return action;
};
