import type { ConnectorType } from '@gatehouse/contract/connectors.ts';
import type { TabOf } from '../../addresses.ts';
import type { connectorAddresses } from './addresses.ts';

export type ConnectorTab = TabOf<typeof connectorAddresses.at.connectors>;

/** The last part of the address where a connector of a type is created. */
export const createTypes = { Email: 'email', Sms: 'sms', Social: 'social' } as const;

export const typeOfCreation = (createType: string): ConnectorType | undefined =>
  (Object.keys(createTypes) as ConnectorType[]).find(type => createTypes[type] === createType);

export const tabOf = (type: ConnectorType): ConnectorTab => (type === 'Social' ? 'social' : 'passwordless');
