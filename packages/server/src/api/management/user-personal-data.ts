import type { users as rows } from '@gatehouse/contract/users.ts';
import { cancelDeletion } from '../../domain/self-deletion.ts';
import { ownTransactions } from '../../http/implement.ts';
import { noteDeletion } from '../../http/personal-data-notes.ts';
import { exportPerson } from '../../person-export/export-person.ts';
import { findPerson } from '../../person-export/find-person.ts';

/** Direct: a file is read after the request was understood. */
export const userPersonalData = ownTransactions<Pick<typeof rows, 'cancelDeletion' | 'export'>>({
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
