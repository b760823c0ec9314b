import { z } from 'zod';
import { accountCenter } from './account-center.ts';
import { profileField } from './custom-profile-fields.ts';
import { defineRows } from './endpoint.ts';
import { id } from './fields.ts';
import { signInExperience } from './sign-in-experience.ts';

/** Google offers people their account in a corner of the page: how, as the connector's configuration says. */
const googleOneTap = z.object({
  connectorId: z.string(),
  clientId: z.string(),
  isEnabled: z.boolean(),
  autoSelect: z.boolean().optional(),
  closeOnTapOutside: z.boolean().optional(),
  itpSupport: z.boolean().optional(),
});
export type GoogleOneTap = z.infer<typeof googleOneTap>;

/** The public part of a tenant's sign-in experience. */
export const publicSignInExperience = signInExperience
  .omit({ forgotPasswordMethods: true, emailBlocklistPolicy: true, smsPolicy: true, securityNotices: true })
  .extend({
    socialConnectors: z.array(
      z.object({
        id: z.string(),
        target: z.string(),
        name: z.record(z.string(), z.string()),
        logo: z.string(),
        logoDark: z.string().nullable(),
        platform: z.string().nullable(),
      }),
    ),
    ssoConnectors: z.array(
      z.object({
        id: z.string(),
        connectorName: z.string(),
        logo: z.string(),
        darkLogo: z.string().optional(),
      }),
    ),
    forgotPassword: z.object({ email: z.boolean(), phone: z.boolean() }),
    isDevelopmentTenant: z.boolean(),
    isExperienceAvatarUploadEnabled: z.boolean(),
    /** Only where it is on. */
    googleOneTap: googleOneTap.optional(),
    captchaConfig: z
      .object({
        type: z.enum(['Turnstile', 'RecaptchaEnterprise']),
        siteKey: z.string(),
        domain: z.string().optional(),
        mode: z.enum(['invisible', 'checkbox']).optional(),
      })
      .optional(),
    /** Fields of the sign-up form, in this order. */
    customProfileFields: z.array(profileField),
  });
export type PublicSignInExperience = z.infer<typeof publicSignInExperience>;

export type Phrases = { [key: string]: string | Phrases };
const phrases: z.ZodType<Phrases> = z.record(z.string(), z.union([z.string(), z.lazy(() => phrases)]));

const readSignInExperience = {
  method: 'get',
  path: '/.well-known/sign-in-exp',
  summary: 'Read the sign-in experience with application and organization branding',
  query: z.object({ organizationId: id.optional(), appId: id.optional() }),
  response: publicSignInExperience,
  status: 200,
  permission: 'public',
} as const;

export const wellKnown = defineRows({
  status: {
    method: 'get',
    path: '/status',
    summary: 'Check that the server is running',
    status: 204,
    permission: 'public',
  },
  readEndpoint: {
    method: 'get',
    path: '/.well-known/endpoints/:tenantId',
    summary: 'Read the address of a tenant',
    response: z.object({ user: z.url() }),
    status: 200,
    permission: 'public',
    unknown: ['entity.not_found'],
  },
  readSignInExperience,
  readExperience: { ...readSignInExperience, path: '/.well-known/experience' },
  readAccountCenter: {
    method: 'get',
    path: '/.well-known/account-center',
    summary: 'Read the account center settings for users',
    response: accountCenter,
    status: 200,
    permission: 'public',
  },
  readPhrases: {
    method: 'get',
    path: '/.well-known/phrases',
    summary: 'Read the texts of the sign-in pages',
    query: z.object({ lng: z.string().optional() }),
    response: phrases,
    status: 200,
    permission: 'public',
  },
});
