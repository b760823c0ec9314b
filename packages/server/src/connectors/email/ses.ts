import { z } from 'zod';
import { defineConnector, textItem } from '../connector.ts';
import { emailTemplates, emailTemplatesItem, sender } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';
import { amazonConfig, amazonItems, sendToAmazon } from '../send-to-amazon.ts';

export const ses = defineConnector({
  metadata: messageMetadata('Email', {
    id: 'aws-ses-mail',
    target: 'aws-ses',
    name: 'Amazon SES',
    description: 'Send e-mail by the Simple Email Service of Amazon.',
    logo: { light: 'aws', dark: 'aws-dark' },
    setUp:
      'Verify an address or a domain in SES, leave the sandbox, and make an access key for a user who may call ses:SendEmail.',
    formItems: [
      ...amazonItems,
      textItem('emailAddress', 'From'),
      textItem('emailAddressIdentityArn', 'ARN of the sender', { required: false }),
      textItem('configurationSetName', 'Configuration set', { required: false }),
      textItem('feedbackForwardingEmailAddress', 'Bounces go to', { required: false }),
      emailTemplatesItem,
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
