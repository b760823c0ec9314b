import { z } from 'zod';
import type { Factory } from './connector.ts';

/** Keeps messages instead of sending them, so that a new tenant can be tried out without a mail server. */
export const developmentMailbox: Factory = {
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
export const developmentPhone: Factory = {
  metadata: {
    ...developmentMailbox.metadata,
    id: 'development-phone',
    type: 'Sms',
    target: 'development-phone',
    name: { en: 'Development phone' },
  },
  config: z.strictObject({}),
};
