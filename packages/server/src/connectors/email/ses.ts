import { z } from 'zod';
import { defineConnector, textItem } from '../connector.ts';
import { emailTemplates, emailTemplatesItem, sender } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { amazonConfig, amazonItems, sendToAmazon } from '../send-to-amazon.ts';

export const ses = defineConnector({
  metadata: t =>
    messageMetadata('Email', {
      id: 'aws-ses-mail',
      target: 'aws-ses',
      name: 'Amazon SES',
      description: t('descriptions.email', { name: 'Amazon SES' }),
      logo: { light: 'aws', dark: 'aws-dark' },
      setUp: t('set_up.ses'),
      formItems: [
        ...amazonItems(t),
        textItem('emailAddress', t('labels.from')),
        textItem('emailAddressIdentityArn', t('labels.sender_arn'), { required: false }),
        textItem('configurationSetName', t('labels.configuration_set'), { required: false }),
        textItem('feedbackForwardingEmailAddress', t('labels.bounces'), { required: false }),
        emailTemplatesItem(t),
      ],
    }),
  config: z.strictObject({
    ...amazonConfig,
    emailAddress: sender,
    emailAddressIdentityArn: z.string().max(512).optional(),
    configurationSetName: z.string().max(256).optional(),
    feedbackForwardingEmailAddress: z.string().max(320).optional(),
    templates: emailTemplates,
  }),
  async send(outgoing, config, { to, subject, text, html, from, replyTo }) {
    await sendToAmazon(outgoing, config, {
      service: 'ses',
      url: `https://email.${config.region}.amazonaws.com/v2/email/outbound-emails`,
      type: 'application/json',
      body: JSON.stringify({
        FromEmailAddress: from ?? config.emailAddress,
        FromEmailAddressIdentityArn: config.emailAddressIdentityArn || undefined,
        ConfigurationSetName: config.configurationSetName || undefined,
        FeedbackForwardingEmailAddress: config.feedbackForwardingEmailAddress || undefined,
        Destination: { ToAddresses: [to] },
        ...(replyTo ? { ReplyToAddresses: [replyTo] } : {}),
        Content: {
          Simple: { Subject: { Data: subject }, Body: { Text: { Data: text }, Html: { Data: html } } },
        },
      }),
    });
  },
});
