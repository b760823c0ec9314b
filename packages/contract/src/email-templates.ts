import { z } from 'zod';
import { id, timestamp } from './fields.ts';
import { languageTag } from './languages.ts';

/** What messages are sent for. */
export const templateTypes = [
  'SignIn',
  'Register',
  'ForgotPassword',
  'OrganizationInvitation',
  'Generic',
  'UserPermissionValidation',
  'BindNewIdentifier',
  'MfaVerification',
  'BindMfa',
] as const;
export const templateType = z.enum(templateTypes);
export type TemplateType = z.infer<typeof templateType>;

export const emailTemplateDetails = z.strictObject({
  subject: z.string().min(1),
  content: z.string().min(1),
  contentType: z.enum(['text/html', 'text/plain']).optional(),
  replyTo: z.string().optional(),
  sendFrom: z.string().optional(),
});

export const emailTemplate = z.object({
  tenantId: id,
  id,
  languageTag,
  templateType,
  details: emailTemplateDetails,
  createdAt: timestamp,
});
export type EmailTemplate = z.infer<typeof emailTemplate>;

export const upsertEmailTemplates = z.strictObject({
  templates: z
    .array(z.strictObject(emailTemplate.pick({ languageTag: true, templateType: true, details: true }).shape))
    .min(1),
});
