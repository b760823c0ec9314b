import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { id, timestamp } from './fields.ts';

const keys = { siteKey: z.string().min(1), secretKey: z.string().min(1) };

export const captchaConfig = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Turnstile'), ...keys }),
  z.strictObject({
    type: z.literal('RecaptchaEnterprise'),
    ...keys,
    projectId: z.string().min(1),
    domain: z.string().min(1).max(256).optional(),
    mode: z.enum(['invisible', 'checkbox']).optional(),
  }),
]);
export type CaptchaConfig = z.infer<typeof captchaConfig>;

export const captchaProvider = z.object({
  tenantId: id,
  id,
  config: captchaConfig,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type CaptchaProvider = z.infer<typeof captchaProvider>;

export const updateCaptchaProvider = z.strictObject({ config: captchaConfig });

const path = '/captcha-provider';
const permission = 'captcha:write';
const change = 'captcha-provider';

export const captchaProviders = defineRows({
  read: {
    method: 'get',
    path,
    summary: 'Read the CAPTCHA provider',
    response: captchaProvider,
    status: 200,
    permission: 'captcha:read',
    errors: ['entity.not_found'],
  },
  readStatus: {
    method: 'get',
    path: `${path}/status`,
    summary: 'Read the type of the CAPTCHA provider',
    response: z.object({ type: z.enum(['Turnstile', 'RecaptchaEnterprise']).nullable() }),
    status: 200,
    permission: 'captcha:read',
  },
  replace: {
    method: 'put',
    path,
    summary: 'Set the CAPTCHA provider',
    body: updateCaptchaProvider,
    response: captchaProvider,
    status: 200,
    permission,
    quota: ['securityFeaturesEnabled'],
    change,
  },
  delete: {
    method: 'delete',
    path,
    summary: 'Delete the CAPTCHA provider and turn CAPTCHA off',
    status: 204,
    permission,
    change,
    errors: ['entity.not_found'],
  },
});
