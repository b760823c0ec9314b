import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { languageTag } from './languages.ts';

/** Messages with a code to enter. */
export const codeTypes = [
  'SignIn',
  'Register',
  'ForgotPassword',
  'Generic',
  'UserPermissionValidation',
  'BindNewIdentifier',
  'MfaVerification',
  'BindMfa',
] as const;
export type CodeType = (typeof codeTypes)[number];
export const isCodeType = (type: string): type is CodeType => codeTypes.some(known => known === type);

/** Emails to users about changes to their account, each with a link that locks it. */
export const securityNoticeTypes = [
  'NewDevice',
  'PasswordChanged',
  'FactorAdded',
  'FactorRemoved',
  'EmailChanged',
  'PhoneChanged',
  'UsernameChanged',
  'AccountLinked',
  'AccountUnlinked',
  'PersonalAccessTokenCreated',
  'DeletionScheduled',
  'DeletionCanceled',
] as const;
export type SecurityNoticeType = (typeof securityNoticeTypes)[number];
export const isSecurityNotice = (type: string): type is SecurityNoticeType =>
  securityNoticeTypes.some(known => known === type);

/** Message types sent by SMS. Security notices are sent by email only. */
export const smsTypes = [...codeTypes, 'OrganizationInvitation'] as const;

/** All message types. */
export const templateTypes = [...smsTypes, ...securityNoticeTypes] as const;
export const templateType = z.enum(templateTypes);
export type TemplateType = z.infer<typeof templateType>;

export const emailTemplateDetails = z.strictObject({
  subject: z.string().min(1).max(1024),
  content: z.string().min(1).max(262_144),
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

const filters = z.object({ languageTag: languageTag.optional(), templateType: templateType.optional() });
const read = 'email-templates:read';
const write = 'email-templates:write';
const change = 'email-template';

export const emailTemplates = defineRows({
  list: {
    method: 'get',
    path: '/email-templates',
    summary: 'List email templates',
    query: filters,
    response: z.array(emailTemplate),
    status: 200,
    permission: read,
  },
  upsert: {
    method: 'put',
    path: '/email-templates',
    summary: 'Set email templates by language and purpose',
    body: upsertEmailTemplates,
    response: z.array(emailTemplate),
    status: 200,
    permission: write,
    change,
  },
  deleteMany: {
    method: 'delete',
    path: '/email-templates',
    summary: 'Delete the email templates of a language or purpose',
    query: filters,
    response: z.object({ rowCount: z.number().int() }),
    status: 200,
    permission: write,
    change,
    errors: ['connector.email_connector.bulk_deletion_no_filter'],
  },
  readBuiltIn: {
    method: 'get',
    path: '/email-templates/built-in',
    summary: 'Read the built-in email template for a purpose and language',
    query: z.object({ languageTag, templateType }),
    response: emailTemplateDetails.pick({ subject: true, content: true, contentType: true }),
    status: 200,
    permission: read,
  },
  read: {
    method: 'get',
    path: '/email-templates/:id',
    summary: 'Read an email template',
    response: emailTemplate,
    status: 200,
    permission: read,
  },
  delete: {
    method: 'delete',
    path: '/email-templates/:id',
    summary: 'Delete an email template',
    status: 204,
    permission: write,
    change,
  },
  updateDetails: {
    method: 'patch',
    path: '/email-templates/:id/details',
    summary: 'Merge fields into the details of an email template',
    body: z.strictObject(emailTemplateDetails.partial().shape),
    response: emailTemplate,
    status: 200,
    permission: write,
    change,
  },
});
