import { z } from 'zod';
import { defineConnector, secretItem, text, textItem } from '../connector.ts';
import { emailTemplates, emailTemplatesItem, sender } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { sendRequest } from '../send-request.ts';

export const resend = defineConnector({
  metadata: messageMetadata('Email', {
    id: 'resend-email',
    target: 'resend-email',
    name: 'Resend',
    description: 'Send e-mail by Resend.',
    logo: { light: 'resend', dark: 'resend-dark' },
    setUp: 'Add and verify a domain at Resend, then create an API key that may send.',
    formItems: [secretItem('apiKey', 'API key'), textItem('fromEmail', 'From'), emailTemplatesItem],
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
