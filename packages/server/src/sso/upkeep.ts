import { dayMs } from '@gatehouse/contract/duration.ts';
import { type SsoProviderName, ssoProviders } from '@gatehouse/contract/sso-connectors.ts';
import type { Selectable } from 'kysely';
import { openConfig } from '../connectors/sealed-config.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { systemOrigin } from '../domain/origins.ts';
import type { Logger } from '../log.ts';
import type { Notice } from '../messages/notice-types.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { describeIdentityProvider, findIdentityProvider } from './saml-metadata.ts';

/** Days ahead that administrators are told of a certificate's end; 0 is when it is over. */
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

/** Reads the metadata of every SAML provider anew, and tells of certificates that are about to end. */
export const refreshEnterpriseConnections = async (dependencies: Dependencies) => {
  const samlNames = Object.entries(ssoProviders).flatMap(([name, protocol]) =>
    protocol === 'saml' ? [name as SsoProviderName] : [],
  );
  const connectors = await dependencies.database.system(db =>
    db.selectFrom('ssoConnectors').selectAll().where('providerName', 'in', samlNames).execute(),
  );
  for (const connector of connectors) {
    const { tenantId, id } = connector;
    await refresh(dependencies, connector).catch((error: unknown) =>
      dependencies.logger.warn({ err: error, tenantId, connectorId: id }, 'metadata could not be read anew'),
    );
  }
};

const refresh = async (dependencies: Dependencies, connector: Connector) => {
  const { database, vault, outgoing, logger, now, pageOf, notify } = dependencies;
  const { tenantId, id, connectorName: name } = connector;
  const config = openConfig(vault, connector.config);
  if (Object.keys(config).length === 0) return;
  const provider = await findIdentityProvider(outgoing, config, { isFresh: true });
  const { certificateExpiresAt: expiresAt } = describeIdentityProvider(provider);
  const days = Math.max(0, Math.ceil((expiresAt - now()) / dayMs));
  const reached = toldAhead.findLast(ahead => days <= ahead);
  const isNews = await database.tenant(tenantId).write(systemOrigin('enterprise-sso'), async ({ db }) => {
    const known = await db
      .selectFrom('ssoCertificates')
      .selectAll()
      .where('connectorId', '=', id)
      .executeTakeFirst();
    // A new certificate begins anew.
    const told = known?.expiresAt === expiresAt ? known.toldDays : null;
    const toldDays = reached ?? null;
    await db
      .insertInto('ssoCertificates')
      .values({ connectorId: id, expiresAt, toldDays })
      .onConflict(conflict =>
        conflict.columns(['tenantId', 'connectorId']).doUpdateSet({ expiresAt, toldDays }),
      )
      .execute();
    return reached !== undefined && (told === null || told > reached);
  });
  if (!isNews) return;
  logger.warn(
    { tenantId, connectorId: id, name, days },
    'the certificate of an enterprise connector ends soon',
  );
  const link = pageOf(tenantId, `/enterprise-sso/${id}/connection`);
  const type = days > 0 ? 'CertificateExpires' : 'CertificateExpired';
  await notify(tenantId, { type, name, days, link });
};
