import type { userPersonalData as rows } from '@gatehouse/contract/user-personal-data.ts';
import { cancelDeletion } from '../../domain/self-deletion.ts';
import { eraseUser } from '../../erasure/erase-user.ts';
import { ownTransactions } from '../../http/implement.ts';
import { noteDeletion } from '../../http/personal-data-notes.ts';
import { exportPerson } from '../../person-export/export-person.ts';
import { findPerson } from '../../person-export/find-person.ts';
import { RequestError } from '../../request-error.ts';

/** Direct: an erasure rewrites files of the database after the transaction, and an export reads files. */
export const userPersonalData = ownTransactions<typeof rows>({
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

  async cancelDeletion(context) {
    const { tenant, origin, params, caller } = context;
    const { userId } = params;
    await tenant.database.write(origin, tx => cancelDeletion(tx, userId));
    noteDeletion(context, 'Cancel', { userId, actor: { kind: caller.kind, id: caller.id } });
  },

  async export(context) {
    const { tenant, params, query, caller, request } = context;
    const person = await findPerson(tenant.database, params.userId);
    const wantsPage = /\btext\/html\b/.test(request.headers.accept ?? '');
    const format = query.format ?? (wantsPage ? 'html' : 'json');
    return exportPerson(context, person, { format, by: caller });
  },
});
