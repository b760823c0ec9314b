import { type SsoProviderName, ssoProviders } from '@gatehouse/contract/sso-connectors.ts';
import type { ssoSigningKeys as rows } from '@gatehouse/contract/sso-signing-keys.ts';
import type { Kysely } from 'kysely';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { RequestError } from '../../domain/request-error.ts';
import { openConfig } from '../../domain/sealed-config.ts';
import type { DirectHandlers, Handlers } from '../../http/implement.ts';
import { presentCertificate } from '../../saml/present-certificate.ts';
import { findConnector, lockConnector } from '../../sso/find-connector.ts';
import { listSigningKeys, makeConnectorKey } from '../../sso/keys.ts';
import { isSigned } from '../../sso/session.ts';

export const ssoSigningKeys: Handlers<Omit<typeof rows, 'create'>> = {
  async list({ db, params }) {
    await requireSaml(db, params.id);
    return (await listSigningKeys(db, params.id)).map(presentCertificate);
  },

  async update({ tx, db, params, body, services }) {
    const connector = await lockSaml(db, params.id);
    const own = ownKeys(params.id);
    const [key] = await db
      .selectFrom('ssoConnectorKeys')
      .selectAll()
      .where('connectorId', '=', params.id)
      .where('purpose', '=', 'signing')
      .where('id', '=', params.keyId)
      .execute();
    if (!key) throw new RequestError('entity.not_exists');
    if (!body.active && key.active && isSigned(openConfig(services.vault, connector.config)))
      throw new RequestError('single_sign_on.can_not_deactivate_signing_key_in_use');
    if (body.active) await deactivate(tx, params.id);
    const updated = await tx.update('ssoConnectorKeys', { ...own, id: params.keyId }, body);
    if (body.active || key.active) await writeToConnector(tx, params.id, body.active ? key : undefined);
    tx.object('sso-connector', connector.id, connector.connectorName);
    return presentCertificate(updated!);
  },

  async delete({ tx, db, params }) {
    const connector = await lockSaml(db, params.id);
    const [key] = await tx.delete('ssoConnectorKeys', { ...ownKeys(params.id), id: params.keyId });
    if (!key) throw new RequestError('entity.not_found');
    if (key.active) throw new RequestError('single_sign_on.can_not_delete_active_signing_key');
    tx.object('sso-connector', connector.id, connector.connectorName);
  },
};

/** Making a key takes a while: it is made before the transaction begins. */
export const ssoSigningKeyCreation: DirectHandlers<Pick<typeof rows, 'create'>> = {
  async create({ tenant, origin, params, body, services }) {
    await tenant.database.read(db => requireSaml(db, params.id));
    const key = await makeConnectorKey(services.vault, params.id);
    return tenant.database.write(origin, async tx => {
      const connector = await lockSaml(tx.db, params.id);
      const active = body.active ?? false;
      if (active) await deactivate(tx, params.id);
      const row = await tx.insert('ssoConnectorKeys', { ...key, purpose: 'signing', active });
      if (active) await writeToConnector(tx, params.id, row);
      tx.object('sso-connector', connector.id, connector.connectorName);
      return presentCertificate(row);
    });
  },
};

const ownKeys = (connectorId: string) => ({ connectorId, purpose: 'signing' }) as const;

/** One signs at a time: the index that says so must not be hit on the way. */
const deactivate = (tx: Write, connectorId: string) =>
  tx.update('ssoConnectorKeys', { ...ownKeys(connectorId), active: true }, { active: false });

/** The release before this one signs with the key in the connector's own row. */
const writeToConnector = (
  tx: Write,
  id: string,
  key: { privateKey: string; certificate: string } | undefined,
) =>
  tx.update(
    'ssoConnectors',
    { id },
    { signingKey: key?.privateKey ?? null, signingCertificate: key?.certificate ?? null },
  );

/** Only SAML connectors sign: to the others there are no keys. */
const requireSaml = async (db: Kysely<Tables>, id: string) => refuseOthers(await findConnector(db, id));
const lockSaml = async (db: Kysely<Tables>, id: string) => refuseOthers(await lockConnector(db, id));

const refuseOthers = <Row extends { id: string; providerName: string }>(connector: Row) => {
  if (ssoProviders[connector.providerName as SsoProviderName] === 'saml') return connector;
  throw new RequestError('connector.not_found', {
    data: { type: 'enterprise', id: connector.id },
    status: 404,
  });
};
