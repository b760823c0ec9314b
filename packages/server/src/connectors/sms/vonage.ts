import { z } from 'zod';
import { isObject, textOf } from '../answers.ts';
import { ConnectorError, defineConnector, secretItem, text, textItem } from '../connector.ts';
import { smsTemplates, smsTemplatesItem } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { sendRequest } from '../send-request.ts';

export const vonage = defineConnector({
  metadata: t =>
    messageMetadata('Sms', {
      id: 'vonage-sms',
      target: 'vonage-sms',
      name: 'Vonage',
      description: t('descriptions.sms', { name: 'Vonage' }),
      logo: { light: 'vonage', dark: 'vonage-dark' },
      setUp: t('set_up.vonage'),
      formItems: [
        textItem('apiKey', t('labels.api_key')),
        secretItem('apiSecret', t('labels.api_secret')),
        textItem('brandName', t('labels.sender')),
        smsTemplatesItem(t),
      ],
    }),
  config: z.strictObject({ apiKey: text, apiSecret: text, brandName: text, templates: smsTemplates }),
  async send(outgoing, { apiKey, apiSecret, brandName }, message) {
    const answer = await sendRequest(outgoing, 'https://rest.nexmo.com/sms/json', {
      body: new URLSearchParams({
        api_key: apiKey,
        api_secret: apiSecret,
        from: brandName,
        to: message.to,
        text: message.text,
        type: 'unicode',
      }),
    });
    // Vonage reports errors with status 200.
    const [first] = Array.isArray(answer.messages) ? answer.messages : [];
    if (!isObject(first))
      throw new ConnectorError('invalid_response', 'Vonage did not say what it has sent.');
    if (first.status === '0') return;
    const said = textOf(first['error-text']) ?? `Vonage answered with status ${String(first.status)}.`;
    const codes: Record<string, 'rate_limit_exceeded' | 'authorization_failed'> = {
      1: 'rate_limit_exceeded',
      4: 'authorization_failed',
    };
    throw new ConnectorError(codes[String(first.status)] ?? 'invalid_request_parameters', said);
  },
});
