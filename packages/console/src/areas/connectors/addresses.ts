import { defineAddresses } from '../../addresses.ts';

export const connectorAddresses = defineAddresses('connectors', {
  connectors: { path: '', tabs: ['passwordless', 'social'] },
  createConnector: '$tab/create/$createType',
  connectorGuide: '$tab/guide/$factoryId',
  connector: '$tab/$id',
});
