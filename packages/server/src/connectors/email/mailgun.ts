import { z } from 'zod';
import { defineConnector, secretItem, selectItem, text, textItem } from '../connector.ts';
import { emailTemplates, emailTemplatesItem, sender } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { basic, sendRequest } from '../send-request.ts';

const endpoints = ['https://api.mailgun.net', 'https://api.eu.mailgun.net'] as const;

export const mailgun = defineConnector({
  metadata: messageMetadata('Email', {
    id: 'mailgun-email',
    target: 'mailgun-email',
    name: 'Mailgun',
    description: 'Send e-mail by Mailgun.',
    logo: { light: 'mailgun', dark: 'mailgun' },
    setUp: 'Add and verify a domain at Mailgun, then copy a sending key of that domain.',
    formItems: [
      selectItem('endpoint', 'Region', endpoints, { defaultValue: endpoints[0] }),
      textItem('domain', 'Domain', { placeholder: 'mg.example.com' }),
      secretItem('apiKey', 'Sending key'),
      textItem('from', 'From', { placeholder: 'Example <no-reply@mg.example.com>' }),
      emailTemplatesItem,
    ],
  }),
  config: z.strictObject({
    endpoint: z.enum(endpoints).optional(),
    domain: text.regex(/^[\w.-]+$/),
    apiKey: text,
    from: sender,
    templates: emailTemplates,
  }),
  async send(outgoing, config, { to, subject, text: plain, html, from, replyTo }) {
    const { endpoint = endpoints[0], domain, apiKey } = config;
    await sendRequest(outgoing, `${endpoint}/v3/${domain}/messages`, {
      headers: { authorization: basic('api', apiKey) },
      body: new URLSearchParams({
        from: from ?? config.from,
        to,
        subject,
        text: plain,
        html,
        ...(replyTo ? { 'h:Reply-To': replyTo } : {}),
      }),
    });
  },
});
