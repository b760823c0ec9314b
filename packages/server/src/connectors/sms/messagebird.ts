import { z } from 'zod';
import { defineConnector, secretItem, text, textItem } from '../connector.ts';
import { smsTemplates, smsTemplatesItem } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { sendRequest } from '../send-request.ts';

export const messagebird = defineConnector({
  metadata: t =>
    messageMetadata('Sms', {
      id: 'messagebird-sms',
      target: 'messagebird-sms',
      name: 'MessageBird',
      description: t('descriptions.sms', { name: 'MessageBird' }),
      logo: { light: 'messagebird', dark: 'messagebird' },
      setUp: t('set_up.messagebird'),
      formItems: [
        secretItem('accessKey', t('labels.access_key')),
        textItem('originator', t('labels.sender')),
        smsTemplatesItem(t),
      ],
    }),
  config: z.strictObject({ accessKey: text, originator: text, templates: smsTemplates }),
  async send(outgoing, { accessKey, originator }, message) {
    await sendRequest(outgoing, 'https://rest.messagebird.com/messages', {
      headers: { authorization: `AccessKey ${accessKey}` },
      body: new URLSearchParams({
        recipients: message.to,
        originator,
        body: message.text,
        datacoding: 'auto',
      }),
    });
  },
});
