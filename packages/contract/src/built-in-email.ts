import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { patterns } from './patterns.ts';
import { isEnterprisePlan, isPaidPlan } from './plans.ts';

/** The connector that cloud tenants send email with before they set up an email service. */
export const builtInEmailId = 'gatehouse-email';

/** On one line: it becomes a header, or a separate line. Links there would be a way to phish in our name. */
const withoutUrl = (
  maximum: number,
  code: 'validation.url_in_sender_name' | 'validation.url_in_company_information',
) =>
  z
    .string()
    // Texts that are too long are not searched.
    .max(maximum, { abort: true })
    .regex(/^[^\r\n]*$/)
    .refine(text => !patterns.containsUrl.test(text), { error: code });

export const builtInEmailConfig = z.strictObject({
  senderName: withoutUrl(64, 'validation.url_in_sender_name').optional(),
  companyInformation: withoutUrl(256, 'validation.url_in_company_information').optional(),
});
export type BuiltInEmailConfig = z.infer<typeof builtInEmailConfig>;

/** The emails a tenant can send per day (UTC). `null` is unlimited. */
export const builtInEmailsPerDay = (planId: string) => {
  if (isEnterprisePlan(planId)) return null;
  return isPaidPlan(planId) ? 2000 : 100;
};

export const builtInEmail = defineRows({
  readUsage: {
    method: 'get',
    path: '/built-in-email/usage',
    summary: "Read today's usage and limit of the built-in email service",
    response: z.object({ sentToday: z.number().int(), dailyLimit: z.number().int().nullable() }),
    status: 200,
    permission: 'connectors:read',
  },
});
