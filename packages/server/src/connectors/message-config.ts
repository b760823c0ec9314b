import { templateType } from '@gatehouse/contract/email-templates.ts';
import { z } from 'zod';

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

export const emailTemplatesItem = {
  type: 'Json',
  key: 'templates',
  label: 'Templates',
  description:
    'Words of your own: a list of usageType, subject, content and contentType. {{code}} stands for the code. Templates by language are set in the e-mail templates and come first.',
  required: false,
} as const;

export const smsTemplatesItem = {
  type: 'Json',
  key: 'templates',
  label: 'Templates',
  description: 'Words of your own: a list of usageType and content. {{code}} stands for the code.',
  required: false,
} as const;

/** A sender: `no-reply@example.com` or `Example <no-reply@example.com>`. */
export const sender = z
  .string()
  .max(320)
  .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/);
