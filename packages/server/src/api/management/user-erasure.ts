import type { users as rows } from '@gatehouse/contract/users.ts';
import { eraseUser } from '../../erasure/erase-user.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

/** Direct: files of the database are rewritten after the transaction. */
export const userErasure = ownTransactions<Pick<typeof rows, 'erase'>>({
  async erase({ tenant, origin, params, caller, services }) {
    const { userId } = params;
    if (caller.id === userId) throw new RequestError('user.cannot_delete_self');
    // Buffered audit entries about this user must be written before their key is deleted.
    await services.audit.flush();
    const target = { tenantId: tenant.id, userId, now: services.now() };
    if (!(await eraseUser(services, origin, target)))
      throw new RequestError('entity.not_exists_with_id', { data: { name: 'user', id: userId } });
    services.jobs.look();
  },
});
