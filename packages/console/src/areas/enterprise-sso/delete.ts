import { type SsoConnectorWithProvider, ssoConnectors } from '@gatehouse/contract/sso-connectors.ts';
import { useDelete } from '../../templates/use-delete.tsx';

export const useDeleteEnterpriseSso = () =>
  useDelete({
    row: ssoConnectors.delete,
    words: 'enterprise_sso',
    nameOf: ({ connectorName }: SsoConnectorWithProvider) => connectorName,
    params: ({ id }: SsoConnectorWithProvider) => ({ id }),
  });
