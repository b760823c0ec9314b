import type { FastifyInstance } from 'fastify';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';
import type { Payments } from './payments.ts';

/** Stripe signs the very bytes that it sends, so they are read as they are. */
export const mountStripeWebhook = (
  server: FastifyInstance,
  { payments, logger }: Services,
  stripe: NonNullable<Payments['stripe']>,
) =>
  server.register(async scope => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) =>
      done(null, body),
    );
    scope.post('/webhooks/stripe', async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const events = await stripe.describe(String(request.body), String(signature ?? '')).catch(cause => {
        logger.warn({ err: cause }, 'a call of the Stripe web hook was refused');
        throw new RequestError('request.invalid_input', { cause });
      });
      for (const event of events) await payments.receive(event);
      return reply.code(204).send();
    });
  });
