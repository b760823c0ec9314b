import type { Vault } from '../database/vault.ts';
import { systemOrigin } from '../domain/origins.ts';
import type { Tenant } from '../domain/tenant.ts';
import { createCertificate } from '../saml/certificate.ts';

const years = 10;

/** The key that signs our requests to an identity provider; it is made when it is first wanted. */
export const findSigningKey = async (tenant: Tenant, vault: Vault, connectorId: string) => {
  const read = () =>
    tenant.database.read(db =>
      db
        .selectFrom('ssoConnectors')
        .select(['signingKey', 'signingCertificate'])
        .where('id', '=', connectorId)
        .executeTakeFirst(),
    );
  const known = await read();
  if (!known?.signingKey) {
    const key = await createCertificate({ subject: connectorId, years });
    await tenant.database.write(systemOrigin('saml-signing-key'), ({ db }) =>
      db
        .updateTable('ssoConnectors')
        .set({ signingKey: vault.seal(key.privateKey), signingCertificate: key.certificate })
        .where('id', '=', connectorId)
        // Whoever was faster has made the one that counts.
        .where('signingKey', 'is', null)
        .execute(),
    );
  }
  const { signingKey, signingCertificate } = (await read()) ?? {};
  return signingKey && signingCertificate
    ? { privateKey: vault.open(signingKey), certificate: signingCertificate }
    : undefined;
};
