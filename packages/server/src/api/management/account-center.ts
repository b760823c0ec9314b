import type { AccountCenter, accountCenters as rows } from '@gatehouse/contract/account-center.ts';
import { accountCenterId, loadAccountCenter } from '../../domain/account-center.ts';
import type { Handlers } from '../../http/implement.ts';

export const accountCenters: Handlers<typeof rows> = {
  read: ({ db, tenant }) => loadAccountCenter(db, tenant.id),

  async update({ tx, body }) {
    const id = accountCenterId;
    const updated = await tx.update('accountCenters', { id }, body);
    return (updated ?? (await tx.insert('accountCenters', { id, ...body }))) as AccountCenter;
  },
};
