import type { accountLock as rows } from '@gatehouse/contract/account-lock.ts';
import { lockAccount } from '../../domain/account-lock.ts';
import { ownTransactions } from '../../http/implement.ts';

export const accountLock = ownTransactions<typeof rows>({
  async lock({ tenant, origin, services, request, body }) {
    const user = await tenant.database.write(origin, tx => lockAccount(tx, body.token));
    services.audit.append(tenant.id, {
      key: 'Account.Lock',
      payload: {
        result: 'Success',
        userId: user.id,
        ip: request.ip,
        userAgent: request.headers['user-agent'],
      },
    });
  },
});
