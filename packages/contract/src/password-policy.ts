import { z } from 'zod';
import { defaultLength } from './password-defaults.ts';

const positive = z.number().int().min(1);

/** The tenant's changes to the default policy. */
export const passwordPolicy = z
  .strictObject({
    length: z.strictObject({ min: positive.optional(), max: positive.optional() }).optional(),
    characterTypes: z.strictObject({ min: positive.max(4).optional() }).optional(),
    rejects: z
      .strictObject({
        pwned: z.boolean().optional(),
        repetitionAndSequence: z.boolean().optional(),
        userInfo: z.boolean().optional(),
        words: z.array(z.string().min(1)).optional(),
      })
      .optional(),
  })
  .refine(({ length }) => (length?.min ?? defaultLength.min) <= (length?.max ?? defaultLength.max), {
    path: ['length', 'min'],
    error: 'validation.min_above_max',
  });
export type PasswordPolicy = z.infer<typeof passwordPolicy>;
