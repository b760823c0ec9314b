import type { Database } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import type { Environment } from '../env.ts';
import { receivePayment } from './billing.ts';
import type { PaymentEvent, PaymentGateway } from './gateway.ts';
import { createSandboxGateway } from './sandbox.ts';
import { runBilling } from './schedule.ts';
import { createStripeGateway } from './stripe.ts';

type Dependencies = {
  env: Environment;
  database: Database;
  vault: Vault;
  now(): number;
  audienceOf(tenantId: string): string;
};

export type Payments = ReturnType<typeof createPayments>;

/** Stripe where its keys are given, else the sandbox: one of the two is `undefined`. */
export const createPayments = (dependencies: Dependencies) => {
  const { env, database, vault, now } = dependencies;
  const receive = (event: PaymentEvent) =>
    receivePayment(
      {
        ...dependencies,
        cancelSubscription: id => gateway.cancelSubscription(id),
        closeCheckout: id => gateway.closeCheckout(id),
        returnPayment: id => gateway.returnPayment(id),
      },
      event,
    );
  const stripe = readStripe(env);
  const sandbox = stripe
    ? undefined
    : createSandboxGateway({ database, vault, now, receive, consoleEndpoint: env.ADMIN_ENDPOINT });
  const gateway: PaymentGateway = (stripe ?? sandbox!).gateway;
  return {
    gateway,
    stripe,
    sandbox,
    receive,
    now,
    /** Does what is due because time has passed. Every process may run it: finished work is no longer due. */
    runDue: () => runBilling({ database, now, sandbox }),
  };
};

const readStripe = (env: Environment) => {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_ID: priceId,
  } = env;
  if (!secretKey || !webhookSecret || !priceId) return undefined;
  return createStripeGateway({ secretKey, webhookSecret, priceId, apiUrl: env.STRIPE_API_URL });
};
