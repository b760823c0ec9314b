import type { SsoConnectorWithProvider } from '@gatehouse/contract/sso-connectors.ts';
import { useEntity } from '../../templates/entity-detail.tsx';
import { OidcConnection } from './oidc-connection.tsx';
import { SamlConnection } from './saml-connection.tsx';

export const EnterpriseSsoConnection = () => {
  const { providerType } = useEntity<SsoConnectorWithProvider>();
  return providerType === 'saml' ? <SamlConnection /> : <OidcConnection />;
};
