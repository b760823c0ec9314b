import { z } from 'zod';
import { defineConnector, secretItem, text, textItem } from '../connector.ts';
import { emailTemplates, emailTemplatesItem, sender } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { sendRequest } from '../send-request.ts';

export const postmark = defineConnector({
  metadata: messageMetadata('Email', {
    id: 'postmark-mail',
    target: 'postmark-mail',
    name: 'Postmark',
    description: 'Send e-mail by Postmark.',
    logo: { light: 'postmark', dark: 'postmark' },
    setUp:
      'Confirm a sender signature or a domain at Postmark, then copy the API token of your server from its API tokens.',
    formItems: [
      secretItem('serverToken', 'Server API token'),
      textItem('fromEmail', 'From'),
      emailTemplatesItem,
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
