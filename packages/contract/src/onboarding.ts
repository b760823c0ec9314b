import { z } from 'zod';

export const companySizes = ['1', '2-49', '50-199', '200-999', '1000+'] as const;

/** A new user's answers about their project. All are optional. */
export const questionnaire = z.object({
  project: z.enum(['personal', 'company']).optional(),
  deploymentType: z.enum(['open-source', 'cloud']).optional(),
  titles: z.array(z.string()).optional(),
  companyName: z.string().max(256).optional(),
  companySize: z.enum(companySizes).optional(),
  reasons: z.array(z.string()).optional(),
  stage: z.string().optional(),
  additionalFeatures: z.array(z.string()).optional(),
});
export type Questionnaire = z.infer<typeof questionnaire>;

export const onboarding = z.object({
  isOnboardingDone: z.boolean().optional(),
  questionnaire: questionnaire.optional(),
});
export type Onboarding = z.infer<typeof onboarding>;
