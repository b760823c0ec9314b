import { dayMs } from '@gatehouse/contract/duration.ts';
import type { Database, Origin } from '../database/database.ts';
import { systemOrigin } from '../domain/origins.ts';
import { workInTurn } from '../jobs/in-turn.ts';
import type { Logger } from '../log.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { RequestError } from '../request-error.ts';
import { lockSamlApplication } from './applications.ts';
import { downloadMetadata, importMetadata } from './import-metadata.ts';

const longest = 300;

type Dependencies = { database: Database; outgoing: Outgoing; logger: Logger; now(): number };
type Source = { tenantId: string; applicationId: string; metadataUrl: string };

/** Reads the metadata of service providers once a day. What was read last stays in use while an address does not answer. */
export const refreshServiceProviders = async (dependencies: Dependencies) => {
  const { database, logger, now } = dependencies;
  const before = now() - dayMs;
  const due = await database.system(db =>
    db
      .selectFrom('samlApplicationConfigs')
      .select(['tenantId', 'applicationId', 'metadataUrl'])
      .where('metadataUrl', 'is not', null)
      .where(({ eb, or }) => or([eb('metadataCheckedAt', 'is', null), eb('metadataCheckedAt', '<=', before)]))
      .execute(),
  );
  await workInTurn(due, async ({ tenantId, applicationId, metadataUrl }) => {
    const source = { tenantId, applicationId, metadataUrl: metadataUrl ?? '' };
    await refreshServiceProvider(dependencies, source).catch((error: unknown) =>
      logger.warn(
        { err: error, tenantId, applicationId },
        'metadata of a service provider was not refreshed',
      ),
    );
  });
};

const reasonOf = ({ data, code }: RequestError) => (data as { reason?: string } | undefined)?.reason ?? code;

/** Reads the metadata of one. A failure is kept where administrators see it. */
export const refreshServiceProvider = async (
  { database, outgoing }: Pick<Dependencies, 'database' | 'outgoing'>,
  { tenantId, applicationId, metadataUrl }: Source,
  origin: Origin = systemOrigin('saml-metadata'),
) => {
  const tenant = database.tenant(tenantId);
  try {
    const xml = await downloadMetadata(outgoing, metadataUrl);
    await tenant.write(origin, async tx => {
      const application = await lockSamlApplication(tx.db, applicationId);
      // Administrators may have changed their mind while the address was asked.
      if (application.metadataUrl === metadataUrl)
        await importMetadata(tx, applicationId, { xml, url: metadataUrl, isRefresh: true });
    });
  } catch (error) {
    const told = error instanceof RequestError ? reasonOf(error) : 'Internal error';
    await tenant.send(db =>
      db
        .updateTable('samlApplicationConfigs')
        .set({ metadataCheckedAt: Date.now(), metadataError: told.slice(0, longest) })
        .where('applicationId', '=', applicationId)
        .where('metadataUrl', '=', metadataUrl)
        .execute(),
    );
    throw error;
  }
};
