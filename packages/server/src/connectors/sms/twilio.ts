import { z } from 'zod';
import { defineConnector, secretItem, text, textItem } from '../connector.ts';
import { smsTemplates, smsTemplatesItem } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { basic, sendRequest } from '../send-request.ts';

export const twilio = defineConnector({
  metadata: messageMetadata('Sms', {
    id: 'twilio-short-message-service',
    target: 'twilio-sms',
    name: 'Twilio',
    description: 'Send text messages by Twilio.',
    logo: { light: 'twilio', dark: 'twilio' },
    setUp:
      'Buy a number at Twilio and put it into a messaging service. Copy the SID of that service, and the account SID and the auth token from the dashboard.',
    formItems: [
      textItem('accountSID', 'Account SID'),
      secretItem('authToken', 'Auth token'),
      textItem('fromMessagingServiceSID', 'Messaging service SID'),
      smsTemplatesItem,
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
