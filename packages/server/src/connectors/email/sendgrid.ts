import { z } from 'zod';
import { defineConnector, secretItem, text, textItem } from '../connector.ts';
import { emailTemplates, emailTemplatesItem } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { sendRequest } from '../send-request.ts';

export const sendgrid = defineConnector({
  metadata: t =>
    messageMetadata('Email', {
      id: 'sendgrid-email-service',
      target: 'sendgrid-mail',
      name: 'SendGrid',
      description: t('descriptions.email', { name: 'SendGrid' }),
      logo: { light: 'sendgrid', dark: 'sendgrid' },
      setUp: t('set_up.sendgrid'),
      formItems: [
        secretItem('apiKey', t('labels.api_key')),
        textItem('fromEmail', t('labels.from_address')),
        textItem('fromName', t('labels.from_name'), { required: false }),
        emailTemplatesItem(t),
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
