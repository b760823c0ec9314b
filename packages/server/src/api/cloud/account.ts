import type { cloudAccount as rows } from '@gatehouse/contract/cloud-account.ts';
import { regions } from '@gatehouse/contract/regions.ts';
import { deleteUser } from '../../domain/suspend-user.ts';
import { requireNoTenants } from '../../domain/tenant-members.ts';
import { findUser } from '../../domain/users.ts';
import { ownTransactions } from '../../http/implement.ts';

export const cloudAccount = ownTransactions<typeof rows>({
  listRegions: async () => ({
    regions: Object.entries(regions).map(([name, displayName]) => ({ name, displayName, isPrivate: false })),
  }),

  async delete({ caller, tenant: admin, origin }) {
    await admin.database.write(origin, async tx => {
      await requireNoTenants(tx.db, caller.id);
      await deleteUser(tx, await findUser(tx.db, caller.id));
    });
  },
});
