import type { tokenCheck as rows } from '@gatehouse/contract/token-check.ts';
import { describeUser } from '../../domain/script-context.ts';
import { checkToken } from '../../domain/token-check.ts';
import { findUser } from '../../domain/users.ts';
import { type Handlers, ownTransaction } from '../../http/implement.ts';
import { trialOwner } from './script-trials.ts';

export const tokenCheck: Handlers<typeof rows> = {
  async readScriptContext({ db, params: { userId } }) {
    const { id } = await findUser(db, userId);
    return { user: await describeUser(db, id) };
  },

  // The script runs as a trial: it waits behind those of sign-ins.
  checkToken: ownTransaction(({ tenant, caller, services, params: { userId }, query }) =>
    checkToken(
      tenant,
      { userId, ...query },
      { scripts: services.scripts, owner: trialOwner(tenant, caller) },
    ),
  ),
};
