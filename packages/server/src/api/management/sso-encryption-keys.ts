import type { ssoEncryptionKeys as rows } from '@gatehouse/contract/sso-connector-keys.ts';
import { type Handlers, ownTransaction } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { presentCertificate } from '../../saml/present-certificate.ts';
import { lockSamlConnector, requireSamlConnector } from '../../sso/find-connector.ts';
import { listKeys, makeConnectorKey } from '../../sso/keys.ts';

const purpose = 'encryption';

export const ssoEncryptionKeys: Handlers<typeof rows> = {
  async list({ db, params }) {
    await requireSamlConnector(db, params.id);
    return (await listKeys(db, params.id, purpose)).map(presentCertificate);
  },

  async delete({ tx, db, params }) {
    const connector = await lockSamlConnector(db, params.id);
    const own = { connectorId: params.id, purpose, id: params.keyId } as const;
    const [key] = await tx.delete('ssoConnectorKeys', own);
    if (!key) throw new RequestError('entity.not_found');
    if (key.active) throw new RequestError('application.saml.can_not_delete_active_secret');
    tx.object('sso-connector', connector.id, connector.connectorName);
  },

  // Making a key takes a while: it is made before the transaction begins.
  create: ownTransaction(async ({ tenant, origin, params, services }) => {
    await tenant.database.read(db => requireSamlConnector(db, params.id));
    const key = await makeConnectorKey(services.vault, params.id);
    return tenant.database.write(origin, async tx => {
      const connector = await lockSamlConnector(tx.db, params.id);
      const own = { connectorId: params.id, purpose } as const;
      // One is published at a time: the index that says so must not be hit on the way.
      await tx.update('ssoConnectorKeys', { ...own, active: true }, { active: false });
      const row = await tx.insert('ssoConnectorKeys', { ...key, purpose, active: true });
      tx.object('sso-connector', connector.id, connector.connectorName);
      return presentCertificate(row);
    });
  }),
};
