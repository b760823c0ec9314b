import { createHash } from 'node:crypto';
import type { accountPersonalData as rows } from '@gatehouse/contract/account-personal-data.ts';
import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import { sessionsScope } from '@gatehouse/contract/scopes.ts';
import { takeTurn } from '../../domain/rate-limits.ts';
import { scheduleDeletion } from '../../domain/self-deletion.ts';
import { requireNoTenants } from '../../domain/tenant-members.ts';
import { ownTransactions } from '../../http/implement.ts';
import { noteDeletion } from '../../http/personal-data-notes.ts';
import { exportPerson } from '../../person-export/export-person.ts';
import { RequestError } from '../../request-error.ts';
import { openAccount, requireProof } from './open-account.ts';

/** An export tells everything: only an application that could ask for each part gets it. */
const everyScope = ['profile', 'email', 'phone', 'address', 'custom_data', 'identities', sessionsScope];
const exportsPerDay = 5;
/** Direct: a file is read after the request was understood, and that an account is leaving is no configuration. */
export const personalData = ownTransactions<typeof rows>({
  async export(context) {
    const { tenant, caller, body } = context;
    if (everyScope.some(scope => !caller.scopes.has(scope))) throw new RequestError('auth.unauthorized');
    const user = await tenant.database.read(async db => {
      const open = await openAccount({ ...context, db });
      open.requirePersonalData('canExport');
      await requireProof({ ...context, db, user: open.user, level: 'factor' });
      return open.user;
    });
    const turn = await tenant.database.send(db =>
      takeTurn(db, {
        tenantId: tenant.id,
        targetType: 'Sender',
        targetHash: createHash('sha256').update(user.id).digest('hex'),
        action: 'PersonalDataExport',
        limit: exportsPerDay,
        windowMs: dayMs,
      }),
    );
    if ('retryAfterSeconds' in turn)
      throw new RequestError('request.rate_limited', { ...turn, data: { seconds: turn.retryAfterSeconds } });
    return exportPerson(context, { user, isDeleted: false }, { format: body.format, by: caller });
  },

  async requestDeletion(context) {
    const { tenant, origin, services } = context;
    const { deletionDueAt } = await tenant.database.write(origin, async tx => {
      const open = await openAccount({ ...context, db: tx.db, isHeld: true });
      const { graceDays } = open.requirePersonalData('canDelete');
      await requireProof({ ...context, db: tx.db, user: open.user, level: 'factor' });
      if (tenant.id === adminTenantId) await requireNoTenants(tx.db, open.user.id);
      return scheduleDeletion(tx, open.user, { now: services.now(), graceDays });
    });
    noteDeletion(context, 'Schedule', { userId: context.caller.id, deletionDueAt });
    return { deletionDueAt };
  },
});
