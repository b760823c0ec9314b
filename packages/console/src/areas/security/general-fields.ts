import { securityNoticeTypes } from '@gatehouse/contract/email-templates.ts';
import { z } from 'zod';
import { accountCenterFields } from './account-center-fields.ts';
import { sessionFields } from './session-fields.ts';
export const generalFields = z.object({
  sentinelPolicy: z.object({
    maxAttempts: z.number().int().min(1),
    lockoutDuration: z.number().int().min(1),
  }),
  verificationCodePolicy: z.object({
    expirationDuration: z.number().int().min(60).max(3600),
    maxRetryAttempts: z.number().int().min(1).max(100),
  }),
  smsPolicy: z.object({
    allowedCountries: z.array(z.string()),
    hourlyLimit: z.number().int().min(1).max(1_000_000),
  }),
  signInRecords: z.object({ days: z.number().int().min(0).max(90) }),
  securityNotices: z.record(z.enum(securityNoticeTypes), z.boolean()),
  session: sessionFields,
  accountCenter: accountCenterFields,
});

export type GeneralValues = z.infer<typeof generalFields>;
