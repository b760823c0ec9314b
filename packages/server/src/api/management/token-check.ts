import type { tokenCheck as rows } from '@gatehouse/contract/token-check.ts';
import { checkToken } from '../../domain/token-check.ts';
import { ownTransactions } from '../../http/implement.ts';

/** The script runs as a trial: it waits behind those of sign-ins. */
export const tokenCheck = ownTransactions<typeof rows>({
  checkToken: ({ tenant, caller, services, params: { userId }, query }) =>
    checkToken(
      tenant,
      { userId, ...query },
      { scripts: services.scripts, owner: { tenantId: tenant.id, trialBy: caller.id } },
    ),
});
