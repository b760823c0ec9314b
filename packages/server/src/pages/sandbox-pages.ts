import { isPaidPlan, offeredPlans } from '@gatehouse/contract/plans.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../billing/sandbox.ts';
import { languageOf } from '../http/errors.ts';
import { plainPage } from '../http/html.ts';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';
import {
  type BillingView,
  drawCheckout,
  drawCheckoutOver,
  drawInvoice,
  drawPortal,
  learnBillingWords,
} from './sandbox-views.ts';

/** Longer than the console waits for a payment. */
const slowMs = 12_000;

const checkoutChoice = z.object({ choice: z.enum(['pay', 'slow', 'decline', 'cancel']) });
const portalChoice = z.object({
  choice: z.enum(['accept-card', 'decline-card', 'change', 'cancel', 'resume', 'pay']),
});

/** The pages of the sandbox gateway, where the real one would have its own. No money moves. */
export const mountSandboxPages = (server: FastifyInstance, services: Services, sandbox: Sandbox) => {
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
  mountCheckout(server, services, sandbox);
  mountPortal(server, services, sandbox);
  mountInvoice(server, sandbox);
};

const mountCheckout = (server: FastifyInstance, { env, tenants }: Services, sandbox: Sandbox) => {
  const tellFailure = (err: unknown) => server.log.error({ err }, 'slow payment failed');
  const sendOver = async (reply: FastifyReply, request: FastifyRequest, sessionId: string) => {
    const draw = drawCheckoutOver(await sandbox.isPaid(sessionId), env.ADMIN_ENDPOINT);
    return sendPage(reply.code(410), askedLanguage(request), draw);
  };

  server.get('/sandbox/checkout/:sessionId', async (request, reply) => {
    const { sessionId } = request.params as { sessionId: string };
    const session = await sandbox.findCheckout(sessionId);
    if (!session) return sendOver(reply, request, sessionId);
    const isDeclined = 'declined' in (request.query as object);
    return sendPage(reply, askedLanguage(request), drawCheckout(session, isDeclined));
  });

  server.post('/sandbox/checkout/:sessionId', async (request, reply) => {
    const { sessionId } = request.params as { sessionId: string };
    const session = await sandbox.findCheckout(sessionId);
    if (!session) return sendOver(reply, request, sessionId);
    const { choice } = readForm(checkoutChoice, request.body);
    switch (choice) {
      case 'decline':
        return reply.redirect(
          `/sandbox/checkout/${sessionId}?language=${askedLanguage(request)}&declined`,
          303,
        );
      case 'cancel':
        return reply.redirect(session.cancelUrl ?? env.ADMIN_ENDPOINT, 303);
      case 'slow':
        setTimeout(() => sandbox.pay(sessionId).catch(tellFailure), slowMs).unref();
        return reply.redirect(session.successUrl, 303);
      case 'pay':
        await sandbox.pay(sessionId);
        tenants.forget(session.payingTenantId);
        return reply.redirect(session.successUrl, 303);
    }
  });
};

const mountPortal = (server: FastifyInstance, { env, database, tenants }: Services, sandbox: Sandbox) => {
  /** Another paid plan than the one that is held. */
  const offeredBeside = (planId: string) =>
    offeredPlans({ devFeatures: env.GATEHOUSE_DEV_FEATURES }).find(id => isPaidPlan(id) && id !== planId);

  const openPass = async (pass: string) => {
    const opened = await sandbox.openPass(pass);
    if (!opened) throw new RequestError('request.not_found');
    return opened;
  };

  server.get('/sandbox/portal', async (request, reply) => {
    const { pass = '' } = request.query as { pass?: string };
    const { subscription, returnUrl, language } = await openPass(pass);
    const invoices = await database
      .tenant(subscription.tenantId)
      .read(db => db.selectFrom('invoices').selectAll().orderBy('createdAt', 'desc').execute());
    const otherPlan = offeredBeside(subscription.planId);
    const isDeclined = 'declined' in (request.query as object);
    return sendPage(
      reply,
      language,
      drawPortal({ subscription, invoices, returnUrl, otherPlan, isDeclined }),
    );
  });

  server.post('/sandbox/portal', async (request, reply) => {
    const { pass = '' } = request.query as { pass?: string };
    const { subscription } = await openPass(pass);
    const { choice } = readForm(portalChoice, request.body);
    let isPaid = true;
    if (choice === 'accept-card' || choice === 'decline-card')
      await sandbox.setCard(subscription, choice === 'decline-card');
    else if (choice === 'pay') isPaid = await sandbox.payOpenInvoices(subscription);
    else if (choice === 'change') {
      const planId = offeredBeside(subscription.planId);
      if (planId) await sandbox.change(subscription, { isCancelled: false, planId });
    } else await sandbox.change(subscription, { isCancelled: choice === 'cancel' });
    tenants.forget(subscription.tenantId);
    return reply.redirect(
      `/sandbox/portal?pass=${encodeURIComponent(pass)}${isPaid ? '' : '&declined'}`,
      303,
    );
  });
};

const mountInvoice = (server: FastifyInstance, sandbox: Sandbox) =>
  server.get('/sandbox/invoice', async (request, reply) => {
    const { pass = '' } = request.query as { pass?: string };
    const invoice = await sandbox.openInvoicePass(pass);
    if (!invoice) throw new RequestError('request.not_found');
    const name = `invoice-${new Date(invoice.createdAt).toISOString().slice(0, 10)}.pdf`;
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(await drawInvoice(invoice));
  });

const sendPage = async (reply: FastifyReply, language: string, draw: BillingView) =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(plainPage({ language, ...draw(await learnBillingWords(language)) }));

/** That of the console, from where the person came. */
const askedLanguage = ({ query, headers }: FastifyRequest) =>
  languageOf(headers['accept-language'], (query as { language?: unknown }).language);

const readForm = <Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> => {
  const form = shape.safeParse(body);
  if (!form.success)
    throw new RequestError('request.invalid_input', { details: z.prettifyError(form.error) });
  return form.data;
};
