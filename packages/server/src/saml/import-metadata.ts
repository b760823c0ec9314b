import { ConnectorError } from '../connectors/connector.ts';
import type { Write } from '../database/database.ts';
import { type Outgoing, OutgoingError } from '../outgoing/outgoing.ts';
import { findSamlApplication, lockSamlApplication } from './applications.ts';
import { refuseMetadata, requireSecureAddress } from './refuse-metadata.ts';
import { readServiceProvider } from './service-provider-metadata.ts';

/** Asks for the metadata of a service provider, at an address that a tenant has chosen. */
export const downloadMetadata = async (outgoing: Outgoing, url: string) => {
  requireSecureAddress(url);
  try {
    const response = await outgoing.fetch(url, {
      headers: { accept: 'application/samlmetadata+xml, text/xml' },
    });
    if (!response.ok) throw refuseMetadata(`The address answered with ${response.status}.`);
    return await response.text();
  } catch (error) {
    if (error instanceof OutgoingError || error instanceof ConnectorError)
      throw refuseMetadata(error.message, error);
    throw error;
  }
};

/** Writes what metadata says into the settings: a change like any other, with its place in the history. */
export const importMetadata = async (
  tx: Write,
  id: string,
  { xml, url, isRefresh = false }: { xml: string; url: string | null; isRefresh?: boolean },
) => {
  // Values that are missing from the metadata are written back, so the row is locked against changes in between.
  const application = await lockSamlApplication(tx.db, id);
  const config = readServiceProvider(xml, application);
  // Only administrators may turn an application into that of another service provider.
  if (isRefresh && application.entityId && config.entityId !== application.entityId)
    throw refuseMetadata(`It describes ${config.entityId}, not ${application.entityId}.`);
  const now = Date.now();
  await tx.db
    .updateTable('samlApplicationConfigs')
    .set({
      metadataCheckedAt: url ? now : null,
      metadataRefreshedAt: url ? now : null,
      metadataError: null,
    })
    .where('applicationId', '=', id)
    .execute();
  await tx.update('samlApplicationConfigs', { applicationId: id }, { ...config, metadataUrl: url });
  tx.object('application', id, application.name);
  return findSamlApplication(tx.db, id);
};
