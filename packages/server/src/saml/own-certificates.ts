import { dayMs } from '@gatehouse/contract/duration.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Logger } from '../log.ts';
import type { Notice } from '../messages/notice-types.ts';

/** Days before the expiration of a certificate on which administrators are notified. */
const toldAhead = [30, 7] as const;

type Dependencies = {
  database: Database;
  logger: Logger;
  now(): number;
  pageOf(tenantId: string, path: string): string;
  notify(tenantId: string, notice: Notice): Promise<void>;
};

type Certificate = {
  table: 'samlApplicationSecrets' | 'ssoConnectorKeys';
  tenantId: string;
  id: string;
  name: string;
  path: string;
  expiresAt: number;
  toldDays: number | null;
};

/**
 * Tells administrators in good time that a certificate of ours ends: the other side must be given the next one before.
 */
export const warnOfOwnCertificates = async (dependencies: Dependencies) => {
  const { database, logger, now } = dependencies;
  const certificates = await database.system(db => findEnding(db, now()));
  for (const certificate of certificates)
    await warnOf(dependencies, certificate).catch((error: unknown) =>
      logger.error(
        { err: error, tenantId: certificate.tenantId },
        'the end of a SAML certificate was not announced',
      ),
    );
};

/**
 * The message and the mark are in different tenants, and so in two transactions. The message comes first: if the
 * process ends in between, administrators get it twice, not never.
 */
const warnOf = async (
  { database, logger, now, pageOf, notify }: Dependencies,
  { table, id, tenantId, name, path, expiresAt, toldDays }: Certificate,
) => {
  const days = Math.ceil((expiresAt - now()) / dayMs);
  const reached = toldAhead.findLast(ahead => days <= ahead);
  if (reached === undefined || (toldDays !== null && toldDays <= reached)) return;
  logger.warn({ tenantId, name, days }, 'a SAML certificate of ours ends soon');
  await notify(tenantId, { type: 'OwnCertificateExpires', name, days, link: pageOf(tenantId, path) });
  await database
    .tenant(tenantId)
    .send(db => db.updateTable(table).set({ toldDays: reached }).where('id', '=', id).execute());
};

const findEnding = async (db: Kysely<Tables>, now: number): Promise<Certificate[]> => {
  const last = now + toldAhead[0] * dayMs;
  const secrets = await db
    .selectFrom('samlApplicationSecrets as key')
    .innerJoin('applications as owner', join =>
      join.onRef('owner.tenantId', '=', 'key.tenantId').onRef('owner.id', '=', 'key.applicationId'),
    )
    .select(['key.tenantId', 'key.id', 'key.expiresAt', 'key.toldDays', 'owner.name', 'owner.id as ownerId'])
    .where('key.active', '=', true)
    .where('key.expiresAt', '>', now)
    .where('key.expiresAt', '<=', last)
    .execute();
  const keys = await db
    .selectFrom('ssoConnectorKeys as key')
    .innerJoin('ssoConnectors as owner', join =>
      join.onRef('owner.tenantId', '=', 'key.tenantId').onRef('owner.id', '=', 'key.connectorId'),
    )
    .select(['key.tenantId', 'key.id', 'key.expiresAt', 'key.toldDays', 'owner.connectorName as name'])
    .select('owner.id as ownerId')
    .where('key.active', '=', true)
    .where('key.expiresAt', '>', now)
    .where('key.expiresAt', '<=', last)
    .execute();
  return [
    ...secrets.map(({ ownerId, ...key }) => ({
      ...key,
      table: 'samlApplicationSecrets' as const,
      path: `/applications/${ownerId}/settings`,
    })),
    ...keys.map(({ ownerId, ...key }) => ({
      ...key,
      table: 'ssoConnectorKeys' as const,
      path: `/enterprise-sso/${ownerId}/connection`,
    })),
  ];
};
