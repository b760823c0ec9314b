import { z } from 'zod';
import { defineConnector, secretItem, textItem } from './connector.ts';
import { messageMetadata } from './message-metadata.ts';
import { sendRequest } from './send-request.ts';

/** A service of the tenant's own: it gets what the message is about, and what we would have written. */
const httpConnector = (type: 'Email' | 'Sms', name: string) =>
  defineConnector({
    metadata: messageMetadata(type, {
      id: `http-${type.toLowerCase()}`,
      target: `http-${type.toLowerCase()}`,
      name,
      description: `Hand ${type === 'Email' ? 'e-mail' : 'text messages'} to a service of your own.`,
      logo: { light: 'http', dark: 'http' },
      setUp:
        'We send a POST request with a JSON body: to, type, payload (with the code or the link), subject, text and html. Any answer from 200 to 299 counts as sent. The authorization header is sent as you write it here.',
      formItems: [
        textItem('endpoint', 'Address', { placeholder: 'https://example.com/messages' }),
        secretItem('authorization', 'Authorization header', { required: false }),
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

export const httpEmail = httpConnector('Email', 'HTTP e-mail');
export const httpSms = httpConnector('Sms', 'HTTP text messages');
