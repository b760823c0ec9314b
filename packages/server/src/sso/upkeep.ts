import { dayMs } from '@gatehouse/contract/duration.ts';
import { type SsoProviderName, ssoProviders } from '@gatehouse/contract/sso-connectors.ts';
import type { Selectable } from 'kysely';
import { openConfig } from '../connectors/sealed-config.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { workInTurn } from '../jobs/in-turn.ts';
import type { Logger } from '../log.ts';
import type { Notice } from '../messages/notice-types.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { describeIdentityProvider, findIdentityProvider } from './saml-metadata.ts';

/** Days before the expiration of a certificate on which administrators are notified. 0 is the expiration itself. */
const toldAhead = [30, 7, 1, 0] as const;

type Connector = Selectable<Tables['ssoConnectors']>;

type Dependencies = {
  database: Database;
  vault: Vault;
  outgoing: Outgoing;
  logger: Logger;
  now(): number;
  pageOf(tenantId: string, path: string): string;
  notify(tenantId: string, notice: Notice): Promise<void>;
};

/** Reads the metadata of every SAML provider again, and announces certificates that are about to expire. */
export const refreshEnterpriseConnections = async (dependencies: Dependencies) => {
  const samlNames = Object.entries(ssoProviders).flatMap(([name, protocol]) =>
    protocol === 'saml' ? [name as SsoProviderName] : [],
  );
  const connectors = await dependencies.database.system(db =>
    db.selectFrom('ssoConnectors').selectAll().where('providerName', 'in', samlNames).execute(),
  );
  await workInTurn(connectors, connector => {
    const { tenantId, id } = connector;
    return refresh(dependencies, connector).catch((error: unknown) =>
      dependencies.logger.warn({ err: error, tenantId, connectorId: id }, 'metadata could not be read anew'),
    );
  });
};

const refresh = async (dependencies: Dependencies, connector: Connector) => {
  const { vault, outgoing, now } = dependencies;
  const config = openConfig(vault, connector.config);
  if (Object.keys(config).length === 0) return;
  const provider = await findIdentityProvider(outgoing, config, { isFresh: true });
  const { certificateExpiresAt: expiresAt } = describeIdentityProvider(provider);
  const days = Math.max(0, Math.ceil((expiresAt - now()) / dayMs));
  const reached = toldAhead.findLast(ahead => days <= ahead);
  const told = await readTold(dependencies, connector, expiresAt);
  // The message and the mark are in different tenants. The message comes first: if the process ends in between,
  // administrators get it twice, not never.
  if (reached !== undefined && (told === null || told > reached)) await tell(dependencies, connector, days);
  await keepTold(dependencies, connector, { expiresAt, toldDays: reached ?? null });
};

const tell = async ({ logger, pageOf, notify }: Dependencies, connector: Connector, days: number) => {
  const { tenantId, id, connectorName: name } = connector;
  logger.warn(
    { tenantId, connectorId: id, name, days },
    'the certificate of an enterprise connector ends soon',
  );
  const link = pageOf(tenantId, `/enterprise-sso/${id}/connection`);
  const type = days > 0 ? 'CertificateExpires' : 'CertificateExpired';
  await notify(tenantId, { type, name, days, link });
};

/** The number of days of the last notification. A new certificate resets it. */
const readTold = async ({ database }: Dependencies, { tenantId, id }: Connector, expiresAt: number) => {
  const known = await database
    .tenant(tenantId)
    .read(db =>
      db.selectFrom('ssoCertificates').selectAll().where('connectorId', '=', id).executeTakeFirst(),
    );
  return known?.expiresAt === expiresAt ? known.toldDays : null;
};

const keepTold = (
  { database }: Dependencies,
  { tenantId, id }: Connector,
  told: { expiresAt: number; toldDays: number | null },
) =>
  database.tenant(tenantId).send(db =>
    db
      .insertInto('ssoCertificates')
      .values({ connectorId: id, ...told })
      .onConflict(conflict => conflict.columns(['tenantId', 'connectorId']).doUpdateSet(told))
      .execute(),
  );
