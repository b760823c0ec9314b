import { type Action, type ActionType, actionTypes } from '@gatehouse/contract/actions.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { readConfig } from './oidc-config.ts';
import { openScript, type StoredScript } from './sealed-scripts.ts';

/** The function that the engine calls in a sign-in script. */
export const actionEntry = 'runAction';

export const findAction = async (db: Kysely<Tables>, vault: Vault, type: ActionType) => {
  const stored = (await readConfig(db, type)) as StoredScript<Action> | undefined;
  return stored && openScript<Action>(stored, vault);
};

/** The scripts of a tenant that are on, by their moment. */
export const loadActions = async (db: Kysely<Tables>, vault: Vault) => {
  const found: Partial<Record<ActionType, Action>> = {};
  for (const type of actionTypes) {
    const action = await findAction(db, vault, type);
    if (action && action.enabled !== false) found[type] = action;
  }
  return found;
};
