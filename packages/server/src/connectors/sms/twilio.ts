import { z } from 'zod';
import { defineConnector, secretItem, text, textItem } from '../connector.ts';
import { smsTemplates, smsTemplatesItem } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { basic, sendRequest } from '../send-request.ts';

export const twilio = defineConnector({
  metadata: t =>
    messageMetadata('Sms', {
      id: 'twilio-short-message-service',
      target: 'twilio-sms',
      name: 'Twilio',
      description: t('descriptions.sms', { name: 'Twilio' }),
      logo: { light: 'twilio', dark: 'twilio' },
      setUp: t('set_up.twilio'),
      formItems: [
        textItem('accountSID', t('labels.account_sid')),
        secretItem('authToken', t('labels.auth_token')),
        textItem('fromMessagingServiceSID', t('labels.messaging_service_sid')),
        smsTemplatesItem(t),
      ],
    }),
  config: z.strictObject({
    accountSID: text.regex(/^\w+$/),
    authToken: text,
    fromMessagingServiceSID: text,
    disableRiskCheck: z.boolean().optional(),
    templates: smsTemplates,
  }),
  async send(outgoing, { accountSID, authToken, fromMessagingServiceSID, disableRiskCheck }, message) {
    await sendRequest(outgoing, `https://api.twilio.com/2010-04-01/Accounts/${accountSID}/Messages.json`, {
      headers: { authorization: basic(accountSID, authToken) },
      body: new URLSearchParams({
        To: `+${message.to}`,
        MessagingServiceSid: fromMessagingServiceSID,
        Body: message.text,
        ...(disableRiskCheck ? { RiskCheck: 'disable' } : {}),
      }),
    });
  },
});
