import { z } from 'zod';

/** An https origin as a content security policy names it; the first label can be a wildcard. */
const source = z
  .string()
  .max(256)
  .regex(/^(?:https|wss):\/\/(?:\*\.)?(?:[\da-z](?:[\da-z-]*[\da-z])?\.)+[a-z][\da-z-]*(?::\d{1,5})?$/i, {
    error: 'validation.csp_source',
  });
const sources = z.array(source).max(20);

/** Origins that custom sign-in pages may load scripts and data from, in addition to their own. */
export const customUiCsp = z.strictObject({
  scriptSrc: sources.optional(),
  connectSrc: sources.optional(),
});
export type CustomUiCsp = z.infer<typeof customUiCsp>;
