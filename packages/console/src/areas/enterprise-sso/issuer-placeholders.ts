import type { SsoProviderName } from '@gatehouse/contract/sso-connectors.ts';

export const issuerPlaceholders: Partial<Record<SsoProviderName, string>> = {
  OIDC: 'https://id.example.com',
  Okta: 'https://example.okta.com',
  AzureAdOidc: 'https://login.microsoftonline.com/{tenant}/v2.0',
};
