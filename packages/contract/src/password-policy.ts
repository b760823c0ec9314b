import { z } from 'zod';

/** What a tenant has changed of the default policy. */
export const passwordPolicy = z.strictObject({
  length: z
    .strictObject({
      min: z.number().int().min(1).optional(),
      max: z.number().int().min(1).optional(),
    })
    .optional(),
  characterTypes: z.strictObject({ min: z.number().int().min(1).max(4).optional() }).optional(),
  rejects: z
    .strictObject({
      pwned: z.boolean().optional(),
      repetitionAndSequence: z.boolean().optional(),
      userInfo: z.boolean().optional(),
      words: z.array(z.string().min(1)).optional(),
    })
    .optional(),
});
export type PasswordPolicy = z.infer<typeof passwordPolicy>;
