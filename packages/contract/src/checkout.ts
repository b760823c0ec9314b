import { z } from 'zod';

/** What the browser keeps while its user is at the payment provider. */
export const storedCheckout = z.object({
  state: z.string(),
  sessionId: z.string(),
  callbackPage: z.string().optional(),
  isDowngrade: z.boolean().optional(),
});
export type StoredCheckout = z.infer<typeof storedCheckout>;

/** Throws the fixed message when the text is no JSON; `undefined` when it is something else than a checkout. */
export const parseStoredCheckout = (text: string): StoredCheckout | undefined => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error('invalid json format', { cause });
  }
  return storedCheckout.safeParse(json).data;
};

export const createCheckout = z.strictObject({
  skuId: z.string().optional(),
  successCallbackUrl: z.url(),
  tenantId: z.string().optional(),
  tenantName: z.string().optional(),
  tenantTag: z.string().optional(),
  tenantRegionName: z.string().optional(),
});

export const checkoutSession = z.object({
  status: z.enum(['open', 'complete', 'expired']),
  tenantId: z.string().nullable(),
  skuId: z.string().nullable(),
});

/** Times are milliseconds. */
export const checkoutRules = { stateSize: 6, pollInterval: 1000, timeout: 10_000 } as const;
