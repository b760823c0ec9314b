import { z } from 'zod';
import { defineConnector, secretItem, text, textItem } from '../connector.ts';
import { emailTemplates, emailTemplatesItem, sender } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { sendRequest } from '../send-request.ts';

export const postmark = defineConnector({
  metadata: t =>
    messageMetadata('Email', {
      id: 'postmark-mail',
      target: 'postmark-mail',
      name: 'Postmark',
      description: t('descriptions.email', { name: 'Postmark' }),
      logo: { light: 'postmark', dark: 'postmark' },
      setUp: t('set_up.postmark'),
      formItems: [
        secretItem('serverToken', t('labels.server_token')),
        textItem('fromEmail', t('labels.from')),
        emailTemplatesItem(t),
      ],
    }),
  config: z.strictObject({ serverToken: text, fromEmail: sender, templates: emailTemplates }),
  async send(outgoing, { serverToken, fromEmail }, { to, subject, text: plain, html, from, replyTo }) {
    await sendRequest(outgoing, 'https://api.postmarkapp.com/email', {
      headers: { 'x-postmark-server-token': serverToken },
      json: {
        From: from ?? fromEmail,
        To: to,
        Subject: subject,
        TextBody: plain,
        HtmlBody: html,
        ...(replyTo ? { ReplyTo: replyTo } : {}),
      },
    });
  },
});
