import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import type { Database } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import { systemOrigin } from '../domain/origins.ts';
import { listMembers } from '../domain/tenant-members.ts';
import type { Notice } from '../messages/notice-types.ts';
import { queueMessage } from '../messages/queue.ts';
import { RequestError } from '../request-error.ts';

type Dependencies = {
  database: Database;
  vault: Vault;
  /** The installation can send mail itself. */
  hasMailServer: boolean;
};

/** Notifies all administrators of the tenant who have an email address. Without an email service, no notice is sent. */
export const notifyAdministrators = async (
  { database, vault, hasMailServer }: Dependencies,
  tenantId: string,
  { type, ...payload }: Notice,
) => {
  const { name } = await database.system(db =>
    db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirstOrThrow(),
  );
  await database
    .tenant(adminTenantId)
    .write(systemOrigin('notices'), async tx => {
      const members = await listMembers(tx.db, tenantId);
      for (const { primaryEmail, organizationRoles } of members) {
        if (!primaryEmail || !organizationRoles.some(role => role.name === 'admin')) continue;
        await queueMessage(tx, vault, {
          channel: 'Email',
          recipient: primaryEmail,
          hasMailServer,
          templateType: type,
          payload: { ...payload, tenant: { name } },
        });
      }
    })
    .catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error;
    });
};
