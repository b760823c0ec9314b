import { z } from 'zod';
import { defineConnector, secretItem, textItem } from './connector.ts';
import { messageMetadata } from './message-metadata.ts';
import { sendRequest } from './send-request.ts';

/** A service of the tenant's own: it gets what the message is about, and what we would have written. */
const httpConnector = (type: 'Email' | 'Sms', words: 'http_email' | 'http_sms') =>
  defineConnector({
    metadata: t =>
      messageMetadata(type, {
        id: `http-${type.toLowerCase()}`,
        target: `http-${type.toLowerCase()}`,
        name: t(`names.${words}`),
        description: t(`descriptions.${words}`),
        logo: { light: 'http', dark: 'http' },
        setUp: t('set_up.http'),
        formItems: [
          textItem('endpoint', t('labels.address'), { placeholder: 'https://example.com/messages' }),
          secretItem('authorization', t('labels.authorization_header'), { required: false }),
        ],
      }),
    config: z.strictObject({
      endpoint: z.url({ protocol: /^https?$/ }).max(2048),
      authorization: z
        .string()
        .max(4096)
        .regex(/^[^\r\n]*$/)
        .optional(),
    }),
    async send(outgoing, { endpoint, authorization }, message) {
      const { to, type: use, payload, subject, text, html } = message;
      await sendRequest(outgoing, endpoint, {
        headers: authorization ? { authorization } : {},
        json: { to, type: use, payload, subject, text, ...(type === 'Email' ? { html } : {}) },
      });
    },
  });

export const httpEmail = httpConnector('Email', 'http_email');
export const httpSms = httpConnector('Sms', 'http_sms');
