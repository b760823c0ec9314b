import type { ssoSigningKeys as rows } from '@gatehouse/contract/sso-connector-keys.ts';
import { openConfig } from '../../connectors/sealed-config.ts';
import type { Write } from '../../database/database.ts';
import { type Handlers, ownTransaction } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { presentCertificate } from '../../saml/present-certificate.ts';
import { lockSamlConnector, requireSamlConnector } from '../../sso/find-connector.ts';
import { listKeys, makeConnectorKey } from '../../sso/keys.ts';
import { isSigned } from '../../sso/session.ts';

export const ssoSigningKeys: Handlers<typeof rows> = {
  async list({ db, params }) {
    await requireSamlConnector(db, params.id);
    return (await listKeys(db, params.id, 'signing')).map(presentCertificate);
  },

  async update({ tx, db, params, body, services }) {
    const connector = await lockSamlConnector(db, params.id);
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
    const connector = await lockSamlConnector(db, params.id);
    const [key] = await tx.delete('ssoConnectorKeys', { ...ownKeys(params.id), id: params.keyId });
    if (!key) throw new RequestError('entity.not_found');
    if (key.active) throw new RequestError('single_sign_on.can_not_delete_active_signing_key');
    tx.object('sso-connector', connector.id, connector.connectorName);
  },

  // Making a key takes a while: it is made before the transaction begins.
  create: ownTransaction(async ({ tenant, origin, params, body, services }) => {
    await tenant.database.read(db => requireSamlConnector(db, params.id));
    const key = await makeConnectorKey(services.vault, params.id);
    return tenant.database.write(origin, async tx => {
      const connector = await lockSamlConnector(tx.db, params.id);
      const active = body.active ?? false;
      if (active) await deactivate(tx, params.id);
      const row = await tx.insert('ssoConnectorKeys', { ...key, purpose: 'signing', active });
      if (active) await writeToConnector(tx, params.id, row);
      tx.object('sso-connector', connector.id, connector.connectorName);
      return presentCertificate(row);
    });
  }),
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
