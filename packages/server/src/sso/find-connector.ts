import { type SsoProviderName, ssoProviders } from '@gatehouse/contract/sso-connectors.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';

const query = (db: Kysely<Tables>, id: string) =>
  db.selectFrom('ssoConnectors').selectAll().where('id', '=', id);

const notFound = (id: string) =>
  new RequestError('connector.not_found', { data: { type: 'enterprise', id }, status: 404 });

/** The row of a connector, as administrators ask for it. */
export const findConnector = async (db: Kysely<Tables>, id: string) => {
  const connector = await query(db, id).executeTakeFirst();
  if (!connector) throw notFound(id);
  return connector;
};

/** The same, held until the end of the transaction: its settings and its keys must fit together. */
export const lockConnector = async (db: Kysely<Tables>, id: string) => {
  const connector = await query(db, id).forUpdate().executeTakeFirst();
  if (!connector) throw notFound(id);
  return connector;
};

/** Only SAML connectors have keys: to the others there are none. */
export const requireSamlConnector = async (db: Kysely<Tables>, id: string) =>
  refuseOthers(await findConnector(db, id));

export const lockSamlConnector = async (db: Kysely<Tables>, id: string) =>
  refuseOthers(await lockConnector(db, id));

const refuseOthers = <Row extends { id: string; providerName: string }>(connector: Row) => {
  if (ssoProviders[connector.providerName as SsoProviderName] === 'saml') return connector;
  throw notFound(connector.id);
};
