import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import type { Database } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import { systemOrigin } from '../domain/origins.ts';
import { RequestError } from '../domain/request-error.ts';
import { listMembers } from '../domain/tenant-members.ts';
import { queueMessage } from './queue.ts';

/** What the server writes to the administrators of a tenant by itself. */
export const noticeTypes = [
  'WebhookTurnedOff',
  'CertificateExpires',
  'CertificateExpired',
  'SmsConversionLow',
] as const;
export type NoticeType = (typeof noticeTypes)[number];

export const isNotice = (type: string): type is NoticeType => noticeTypes.some(notice => notice === type);

export type Notice = {
  type: NoticeType;
  /** The thing that it is about, and the page that shows it. */
  name: string;
  link: string;
  days?: number;
  /** ISO codes of countries, which are named in the reader's language. */
  regions?: string[];
};

type Means = {
  database: Database;
  vault: Vault;
  /** The installation can send mail itself. */
  hasMailServer: boolean;
};

/** Writes to everybody who administers the tenant and has an address. Where no mail can be sent, nobody is told. */
export const notifyAdministrators = async (
  { database, vault, hasMailServer }: Means,
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
