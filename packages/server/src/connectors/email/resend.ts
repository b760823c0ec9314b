import { z } from 'zod';
import { defineConnector, secretItem, text, textItem } from '../connector.ts';
import { emailTemplates, emailTemplatesItem, sender } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { sendRequest } from '../send-request.ts';

export const resend = defineConnector({
  metadata: t =>
    messageMetadata('Email', {
      id: 'resend-email',
      target: 'resend-email',
      name: 'Resend',
      description: t('descriptions.email', { name: 'Resend' }),
      logo: { light: 'resend', dark: 'resend-dark' },
      setUp: t('set_up.resend'),
      formItems: [
        secretItem('apiKey', t('labels.api_key')),
        textItem('fromEmail', t('labels.from')),
        emailTemplatesItem(t),
      ],
    }),
  config: z.strictObject({ apiKey: text, fromEmail: sender, templates: emailTemplates }),
  async send(outgoing, { apiKey, fromEmail }, { to, subject, text: plain, html, from, replyTo }) {
    await sendRequest(outgoing, 'https://api.resend.com/emails', {
      headers: { authorization: `Bearer ${apiKey}` },
      json: {
        from: from ?? fromEmail,
        to: [to],
        subject,
        text: plain,
        html,
        ...(replyTo ? { reply_to: replyTo } : {}),
      },
    });
  },
});
