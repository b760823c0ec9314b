import { z } from 'zod';
import { id, timestamp } from './fields.ts';

const keys = { siteKey: z.string().min(1), secretKey: z.string().min(1) };

export const captchaConfig = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Turnstile'), ...keys }),
  z.strictObject({ type: z.literal('RecaptchaEnterprise'), ...keys, projectId: z.string().min(1) }),
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
