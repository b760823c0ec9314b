import { z } from 'zod';
import { defineConnector, secretItem, selectItem, text, textItem } from '../connector.ts';
import { emailTemplates, emailTemplatesItem, sender } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { basic, sendRequest } from '../send-request.ts';

const endpoints = ['https://api.mailgun.net', 'https://api.eu.mailgun.net'] as const;

export const mailgun = defineConnector({
  metadata: t =>
    messageMetadata('Email', {
      id: 'mailgun-email',
      target: 'mailgun-email',
      name: 'Mailgun',
      description: t('descriptions.email', { name: 'Mailgun' }),
      logo: { light: 'mailgun', dark: 'mailgun' },
      setUp: t('set_up.mailgun'),
      formItems: [
        selectItem('endpoint', t('labels.region'), endpoints, { defaultValue: endpoints[0] }),
        textItem('domain', t('labels.domain'), { placeholder: 'mg.example.com' }),
        secretItem('apiKey', t('labels.sending_key')),
        textItem('from', t('labels.from'), { placeholder: 'Example <no-reply@mg.example.com>' }),
        emailTemplatesItem(t),
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
