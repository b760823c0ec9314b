import { z } from 'zod';
import { defineConnector, secretItem, text, textItem } from '../connector.ts';
import { smsTemplates, smsTemplatesItem } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { sendRequest } from '../send-request.ts';

export const messagebird = defineConnector({
  metadata: messageMetadata('Sms', {
    id: 'messagebird-sms',
    target: 'messagebird-sms',
    name: 'MessageBird',
    description: 'Send text messages by MessageBird (Bird).',
    logo: { light: 'messagebird', dark: 'messagebird' },
    setUp: 'Copy a live access key from the developer settings, and choose who messages are sent from.',
    formItems: [secretItem('accessKey', 'Access key'), textItem('originator', 'Sender'), smsTemplatesItem],
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
