import { z } from 'zod';
import { explain } from '../validation.ts';

/** Why a schema refuses a value, as `path: code`; empty when it accepts it. */
export const refusals = (schema: z.core.$ZodType, value: unknown): string[] => {
  const result = z.safeParse(schema, value);
  if (result.success) return [];
  return explain(result.error, value).map(({ path, code }) => `${path.map(String).join('.')}: ${code}`);
};
