import { generateId } from '@gatehouse/contract/ids.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { systemOrigin } from '../domain/origins.ts';
import type { Tenant } from '../domain/tenant.ts';
import { createCertificate } from '../saml/certificate.ts';

const years = 10;

export type SamlKey = { privateKey: string; certificate: string };

/** A new key of a connector, ready for its row. */
export const makeConnectorKey = async (vault: Vault, connectorId: string) => {
  const { privateKey, ...key } = await createCertificate({ subject: connectorId, years });
  return { id: generateId(), connectorId, ...key, privateKey: vault.seal(privateKey) };
};

type Purpose = 'signing' | 'encryption';

/** All keys of a connector for one purpose, oldest first. */
export const listKeys = (db: Kysely<Tables>, connectorId: string, purpose: Purpose) =>
  db
    .selectFrom('ssoConnectorKeys')
    .selectAll()
    .where('connectorId', '=', connectorId)
    .where('purpose', '=', purpose)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

export const findActiveKey = (db: Kysely<Tables>, connectorId: string, purpose: Purpose) =>
  db
    .selectFrom('ssoConnectorKeys')
    .select(['privateKey', 'certificate'])
    .where('connectorId', '=', connectorId)
    .where('purpose', '=', purpose)
    .where('active', '=', true)
    .executeTakeFirst();

/** The key that signs our requests. The release before this one keeps it in the connector's own row. */
export const findSigningKey = async (
  tenant: Tenant,
  vault: Vault,
  connectorId: string,
): Promise<SamlKey | undefined> => {
  const kept = await tenant.database.read(async db => {
    const active = await findActiveKey(db, connectorId, 'signing');
    if (active) return active;
    const connector = await db
      .selectFrom('ssoConnectors')
      .select(['signingKey as privateKey', 'signingCertificate as certificate'])
      .where('id', '=', connectorId)
      .executeTakeFirst();
    return connector;
  });
  if (!kept?.privateKey || !kept.certificate) return undefined;
  return { privateKey: vault.open(kept.privateKey), certificate: kept.certificate };
};

/** The active signing key and those that come after it: what an identity provider should accept from now on. */
export const certificatesToPublish = async (tenant: Tenant, connectorId: string): Promise<string[]> => {
  const keys = await tenant.database.read(db => listKeys(db, connectorId, 'signing'));
  const active = keys.find(key => key.active);
  const next = keys.filter(key => !key.active && (!active || key.createdAt >= active.createdAt));
  return [...(active ? [active] : []), ...next]
    .filter(({ expiresAt }) => expiresAt > Date.now())
    .map(({ certificate }) => certificate);
};

/** The certificate that identity providers encrypt assertions for. Its key is made when it is first asked for. */
export const encryptionCertificateOf = async (
  tenant: Tenant,
  vault: Vault,
  connectorId: string,
): Promise<string | undefined> => {
  const read = () => tenant.database.read(db => findActiveKey(db, connectorId, 'encryption'));
  const known = await read();
  if (known) return known.certificate;
  const key = await makeConnectorKey(vault, connectorId);
  await tenant.database.write(systemOrigin('saml-encryption-key'), ({ db }) =>
    db
      .insertInto('ssoConnectorKeys')
      .values({ ...key, purpose: 'encryption', active: true })
      // A request at the same time may have made it.
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  );
  return (await read())?.certificate;
};

/** Keys that decrypt assertions, newest first. Empty if no certificate was ever published. */
export const findDecryptionKeys = async (tenant: Tenant, vault: Vault, connectorId: string) => {
  const keys = await tenant.database.read(db => listKeys(db, connectorId, 'encryption'));
  return keys.toReversed().map(({ privateKey }) => vault.open(privateKey));
};
