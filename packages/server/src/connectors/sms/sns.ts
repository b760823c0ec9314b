import { z } from 'zod';
import { defineConnector, textItem } from '../connector.ts';
import { smsTemplates, smsTemplatesItem } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { amazonConfig, amazonItems, sendToAmazon } from '../send-to-amazon.ts';

export const sns = defineConnector({
  metadata: t =>
    messageMetadata('Sms', {
      id: 'aws-sns-sms',
      target: 'aws-sns',
      name: 'Amazon SNS',
      description: t('descriptions.sms', { name: 'Amazon SNS' }),
      logo: { light: 'aws', dark: 'aws-dark' },
      setUp: t('set_up.sns'),
      formItems: [
        ...amazonItems(t),
        textItem('senderId', t('labels.sender'), { required: false }),
        smsTemplatesItem(t),
      ],
    }),
  config: z.strictObject({
    ...amazonConfig,
    senderId: z.string().max(11).optional(),
    templates: smsTemplates,
  }),
  async send(outgoing, config, message) {
    const sender: Record<string, string> = config.senderId
      ? {
          'MessageAttributes.entry.1.Name': 'AWS.SNS.SMS.SenderID',
          'MessageAttributes.entry.1.Value.DataType': 'String',
          'MessageAttributes.entry.1.Value.StringValue': config.senderId,
        }
      : {};
    await sendToAmazon(outgoing, config, {
      service: 'sns',
      url: `https://sns.${config.region}.amazonaws.com/`,
      type: 'application/x-www-form-urlencoded',
      body: new URLSearchParams({
        Action: 'Publish',
        Version: '2010-03-31',
        PhoneNumber: `+${message.to}`,
        Message: message.text,
        ...sender,
      }).toString(),
    });
  },
});
