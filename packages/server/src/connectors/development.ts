import { z } from 'zod';
import { defineConnector } from './connector.ts';

/** Keeps messages instead of sending them, so that a new tenant can be tried out without a mail server. */
const developmentConnector = (
  type: 'Email' | 'Sms',
  id: string,
  words: 'development_mailbox' | 'development_phone',
) =>
  defineConnector({
    metadata: t => ({
      id,
      type,
      target: id,
      platform: null,
      name: { en: t(`names.${words}`) },
      description: { en: t('descriptions.development') },
      logo: '/plain/mailbox.svg',
      logoDark: null,
      readme: t('set_up.development'),
      formItems: [],
      isDemo: true,
    }),
    config: z.strictObject({}),
  });

export const developmentMailbox = developmentConnector('Email', 'development-mailbox', 'development_mailbox');
export const developmentPhone = developmentConnector('Sms', 'development-phone', 'development_phone');
