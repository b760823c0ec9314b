import type { cloudAccount as rows } from '@gatehouse/contract/cloud-account.ts';
import { regions } from '@gatehouse/contract/regions.ts';
import { RequestError } from '../../domain/request-error.ts';
import { tenantIdsOf } from '../../domain/tenant-members.ts';
import type { DirectHandlers } from '../../http/implement.ts';

export const cloudAccount: DirectHandlers<typeof rows> = {
  listRegions: async () => ({
    regions: Object.entries(regions).map(([name, displayName]) => ({ name, displayName, isPrivate: false })),
  }),

  async delete({ caller, tenant: admin, origin }) {
    await admin.database.write(origin, async tx => {
      const remaining = await tenantIdsOf(tx.db, caller.id);
      if (remaining.length > 0) throw new RequestError('tenant.account_has_tenants');
      await tx.delete('users', { id: caller.id });
    });
  },
};
