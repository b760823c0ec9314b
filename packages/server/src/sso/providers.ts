import { type SsoProvider, type SsoProviderName, ssoProviders } from '@gatehouse/contract/sso-connectors.ts';

const words: Readonly<Record<SsoProviderName, { name: string; description: string }>> = {
  OIDC: { name: 'OIDC', description: 'Any identity provider that speaks OpenID Connect.' },
  SAML: { name: 'SAML', description: 'Any identity provider that speaks SAML 2.0.' },
  AzureAD: { name: 'Microsoft Entra ID (SAML)', description: 'Accounts of Microsoft Entra ID, by SAML.' },
  GoogleWorkspace: { name: 'Google Workspace', description: 'Accounts of a Google Workspace.' },
  Okta: { name: 'Okta', description: 'Accounts of an Okta organization.' },
  AzureAdOidc: {
    name: 'Microsoft Entra ID (OIDC)',
    description: 'Accounts of Microsoft Entra ID, by OpenID Connect.',
  },
};

const logos: Readonly<Record<SsoProviderName, string>> = {
  OIDC: '/plain/connectors/openid.svg',
  SAML: '/plain/enterprise.svg',
  AzureAD: '/plain/connectors/microsoft.svg',
  GoogleWorkspace: '/plain/connectors/google.svg',
  Okta: '/plain/enterprise.svg',
  AzureAdOidc: '/plain/connectors/microsoft.svg',
};

export const ssoProvider = (providerName: SsoProviderName): SsoProvider => ({
  providerName,
  providerType: ssoProviders[providerName],
  ...words[providerName],
  logo: logos[providerName],
  logoDark: logos[providerName],
});

export const listSsoProviders = () => (Object.keys(ssoProviders) as SsoProviderName[]).map(ssoProvider);
