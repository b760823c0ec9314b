import { type SsoProviderName, ssoProviders } from '@gatehouse/contract/sso-connectors.ts';
import type { Selectable } from 'kysely';
import { runConnector } from '../connectors/run.ts';
import { openConfig } from '../connectors/sealed-config.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import type { RequestError } from '../request-error.ts';
import { encryptionCertificateOf, findSigningKey } from './keys.ts';
import { findProvider } from './oidc.ts';
import { isSigned } from './session.ts';

type Dependencies = { tenant: Tenant; vault: Vault; outgoing: Outgoing };
type Described = { providerConfig?: Record<string, unknown>; providerProblem?: string };

/** Details that an administrator enters at the identity provider, and the identity provider's own metadata. */
export const describeProvider = async (
  dependencies: Dependencies,
  { id, providerName, config: sealed }: Selectable<Tables['ssoConnectors']>,
): Promise<Described> => {
  const config = openConfig(dependencies.vault, sealed);
  const isSaml = ssoProviders[providerName as SsoProviderName] === 'saml';
  const own = isSaml ? await describeServiceProvider(dependencies, id, config) : {};
  if (Object.keys(config).length === 0) return { providerConfig: own };
  try {
    const theirs = await runConnector<Record<string, unknown>>(() =>
      isSaml ? describeSaml(dependencies, config) : describeOidc(dependencies, { providerName, config }),
    );
    return { providerConfig: { ...own, ...theirs } };
  } catch (error) {
    const { message } = ((error as RequestError).data ?? {}) as { message?: string };
    return { providerConfig: own, providerProblem: message ?? (error as RequestError).code };
  }
};

const describeServiceProvider = async (
  { tenant, vault }: Dependencies,
  id: string,
  config: Record<string, unknown>,
) => {
  const { serviceProviderOf } = await import('./saml.ts');
  const sp = serviceProviderOf(tenant.endpoint, id);
  const key = isSigned(config) ? await findSigningKey(tenant, vault, id) : undefined;
  return {
    defaultAttributeMapping: { id: 'nameID', email: 'email', name: 'name' },
    serviceProvider: {
      ...sp,
      metadataUrl: sp.entityId,
      encryptionCertificate: await encryptionCertificateOf(tenant, vault, id),
      ...(key ? { signingCertificate: key.certificate } : {}),
    },
  };
};

const describeOidc = async ({ outgoing }: Dependencies, connector: Parameters<typeof findProvider>[1]) =>
  (await findProvider(outgoing, connector, { isRetry: true })).provider;

const describeSaml = async ({ outgoing }: Dependencies, config: Record<string, unknown>) => {
  const { describeIdentityProvider, findIdentityProvider } = await import('./saml-metadata.ts');
  return {
    identityProvider: describeIdentityProvider(
      await findIdentityProvider(outgoing, config, { isRetry: true }),
    ),
  };
};
