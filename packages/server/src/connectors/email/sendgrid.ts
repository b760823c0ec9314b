import { z } from 'zod';
import { defineConnector, secretItem, text, textItem } from '../connector.ts';
import { emailTemplates, emailTemplatesItem } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { sendRequest } from '../send-request.ts';

export const sendgrid = defineConnector({
  metadata: messageMetadata('Email', {
    id: 'sendgrid-email-service',
    target: 'sendgrid-mail',
    name: 'SendGrid',
    description: 'Send e-mail by SendGrid.',
    logo: { light: 'sendgrid', dark: 'sendgrid' },
    setUp:
      'Verify a sender or a domain at SendGrid, then create an API key under Settings → API keys that may send mail.',
    formItems: [
      secretItem('apiKey', 'API key'),
      textItem('fromEmail', 'From address'),
      textItem('fromName', 'From name', { required: false }),
      emailTemplatesItem,
    ],
  }),
  config: z.strictObject({
    apiKey: text,
    fromEmail: z.email(),
    fromName: z.string().max(256).optional(),
    templates: emailTemplates,
  }),
  async send(outgoing, { apiKey, fromEmail, fromName }, { to, subject, text: plain, html, replyTo }) {
    await sendRequest(outgoing, 'https://api.sendgrid.com/v3/mail/send', {
      headers: { authorization: `Bearer ${apiKey}` },
      json: {
        personalizations: [{ to: [{ email: to }] }],
        from: { email: fromEmail, ...(fromName ? { name: fromName } : {}) },
        ...(replyTo ? { reply_to: { email: replyTo } } : {}),
        subject,
        content: [
          { type: 'text/plain', value: plain },
          { type: 'text/html', value: html },
        ],
      },
    });
  },
});
