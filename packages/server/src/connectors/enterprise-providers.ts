import { type SsoProvider, type SsoProviderName, ssoProviders } from '@gatehouse/contract/sso-connectors.ts';
import type { ConnectorWords } from './words.ts';

const names: Readonly<Record<SsoProviderName, string>> = {
  OIDC: 'OIDC',
  SAML: 'SAML',
  AzureAD: 'Microsoft Entra ID (SAML)',
  GoogleWorkspace: 'Google Workspace',
  Okta: 'Okta',
  AzureAdOidc: 'Microsoft Entra ID (OIDC)',
};

const logos: Readonly<Record<SsoProviderName, string>> = {
  OIDC: '/plain/connectors/openid.svg',
  SAML: '/plain/enterprise.svg',
  AzureAD: '/plain/connectors/microsoft.svg',
  GoogleWorkspace: '/plain/connectors/google.svg',
  Okta: '/plain/connectors/okta.svg',
  AzureAdOidc: '/plain/connectors/microsoft.svg',
};

export const ssoProvider = (providerName: SsoProviderName): Omit<SsoProvider, 'description'> => ({
  providerName,
  providerType: ssoProviders[providerName],
  name: names[providerName],
  logo: logos[providerName],
  logoDark: logos[providerName],
});

export const listSsoProviders = (t: ConnectorWords): SsoProvider[] =>
  (Object.keys(ssoProviders) as SsoProviderName[]).map(name => ({
    ...ssoProvider(name),
    description: t(`providers.${name}`),
  }));
