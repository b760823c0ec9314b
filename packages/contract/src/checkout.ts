import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { createTenantForm } from './tenants.ts';

/** The state that the browser keeps while the user is at the payment provider. */
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

/** For a tenant that there is, or for one that is made when the payment has come. */
export const createCheckout = z.strictObject({
  skuId: z.string().min(1),
  successCallbackUrl: z.url(),
  /** The page that the payment provider redirects to when the user cancels. */
  cancelCallbackUrl: z.url().optional(),
  tenantId: z.string().optional(),
  tenantName: createTenantForm.shape.name.optional(),
  tenantTag: createTenantForm.shape.tag.optional(),
  tenantRegionName: createTenantForm.shape.regionName.optional(),
});

export const checkoutSession = z.object({
  status: z.enum(['open', 'complete', 'expired']),
  tenantId: z.string().nullable(),
  skuId: z.string().nullable(),
});

export type CheckoutStatus = z.infer<typeof checkoutSession>['status'];

/** Times are milliseconds. */
export const checkoutRules = { stateSize: 6, pollInterval: 1000, timeout: 10_000 } as const;

export const checkouts = defineRows({
  create: {
    method: 'post',
    path: '/checkout-session',
    summary: 'Start a checkout for a plan; a development tenant moves to production when it is paid',
    body: createCheckout,
    response: z.object({ redirectUri: z.string(), sessionId: z.string() }),
    status: 201,
    permission: 'create:tenant',
    errors: [
      'checkout.plan_not_offered',
      'checkout.plan_held_already',
      'checkout.plan_equivalent',
      'checkout.development_tenant',
      'subscription.limit_exceeded',
      'checkout.callback_not_allowed',
    ],
  },
  read: {
    method: 'get',
    path: '/checkout-session/:id',
    summary: 'Read the status of a payment',
    response: checkoutSession,
    status: 200,
    permission: 'manage:tenant:self',
    unknown: ['entity.not_found'],
  },
});
