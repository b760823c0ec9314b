import type { FormItem } from '@gatehouse/contract/connectors.ts';
import { templateType } from '@gatehouse/contract/email-templates.ts';
import { z } from 'zod';
import type { ConnectorWords } from './words.ts';

/** Words of a tenant's own, by what the message is for. Where there are none, ours are sent. */
export const emailTemplates = z
  .array(
    z.strictObject({
      usageType: templateType,
      subject: z.string().min(1).max(1024),
      content: z.string().min(1).max(65_536),
      contentType: z.enum(['text/html', 'text/plain']).optional(),
    }),
  )
  .optional();

export const smsTemplates = z
  .array(z.strictObject({ usageType: templateType, content: z.string().min(1).max(1600) }))
  .optional();

export const emailTemplatesItem = (t: ConnectorWords) => templatesItem(t, 'help.email_templates');

export const smsTemplatesItem = (t: ConnectorWords) => templatesItem(t, 'help.sms_templates');

const templatesItem = (t: ConnectorWords, help: 'help.email_templates' | 'help.sms_templates'): FormItem => ({
  type: 'Json',
  key: 'templates',
  label: t('labels.templates'),
  description: t(help, { code: '{{code}}' }),
  required: false,
});

/** A sender: `no-reply@example.com` or `Example <no-reply@example.com>`. */
export const sender = z
  .string()
  .max(320)
  .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/);
