import type { ConnectorFactory, ConnectorType } from '@gatehouse/contract/connectors.ts';
import { z } from 'zod';

/** A kind of connector that tenants can set up: what it says of itself, and what its configuration must look like. */
export type Factory = { metadata: ConnectorFactory; config: z.ZodType };

/** Keeps messages instead of sending them, so that a new tenant can be tried out without a mail server. */
const developmentMailbox: Factory = {
  metadata: {
    id: 'development-mailbox',
    type: 'Email',
    target: 'development-mailbox',
    platform: null,
    name: { en: 'Development mailbox' },
    description: { en: 'Keeps messages for you to read instead of sending them.' },
    logo: '/plain/mailbox.svg',
    logoDark: null,
    readme: 'Messages are kept and never leave the server. Not for production.',
    formItems: [],
    isDemo: true,
  },
  config: z.strictObject({}),
};

/** The same for text messages. */
const developmentPhone: Factory = {
  metadata: {
    ...developmentMailbox.metadata,
    id: 'development-phone',
    type: 'Sms',
    target: 'development-phone',
    name: { en: 'Development phone' },
  },
  config: z.strictObject({}),
};

const catalogue: readonly Factory[] = [developmentMailbox, developmentPhone];

export const listFactories = () => catalogue.map(({ metadata }) => metadata);

export const findFactory = (id: string) => catalogue.find(({ metadata }) => metadata.id === id);

/** The ids of the factories whose connectors send or sign in this way. */
export const factoryIdsOf = (type: ConnectorType) =>
  listFactories().flatMap(metadata => (metadata.type === type ? [metadata.id] : []));
