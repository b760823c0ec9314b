import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../billing/sandbox.ts';
import { RequestError } from '../domain/request-error.ts';
import { plainPage } from './html.ts';
import { checkoutBody, checkoutOver, portalBody } from './sandbox-views.ts';
import type { Services } from './services.ts';

/** Longer than the console waits for a payment. */
const slowMs = 12_000;

const checkoutChoice = z.object({ choice: z.enum(['pay', 'slow', 'decline', 'cancel']) });
const portalChoice = z.object({
  choice: z.enum(['accept-card', 'decline-card', 'cancel', 'resume', 'pay']),
});

/** The pages of the sandbox gateway, where the real one would have its own. No money moves. */
export const mountSandboxPages = (server: FastifyInstance, services: Services, sandbox: Sandbox) => {
  const { env, database } = services;
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
  const sendPage = (reply: FastifyReply, title: string, body: string) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(plainPage({ title, body }));

  server.get('/sandbox/checkout/:sessionId', async (request, reply) => {
    const { sessionId } = request.params as { sessionId: string };
    const session = await sandbox.findCheckout(sessionId);
    if (!session) return sendPage(reply.code(410), 'Checkout over', checkoutOver(env.ADMIN_ENDPOINT));
    const isDeclined = 'declined' in (request.query as object);
    return sendPage(reply, 'Sandbox checkout', checkoutBody(session, isDeclined));
  });

  server.post('/sandbox/checkout/:sessionId', async (request, reply) => {
    const { sessionId } = request.params as { sessionId: string };
    const session = await sandbox.findCheckout(sessionId);
    if (!session) return sendPage(reply.code(410), 'Checkout over', checkoutOver(env.ADMIN_ENDPOINT));
    const { choice } = readForm(checkoutChoice, request.body);
    switch (choice) {
      case 'decline':
        return reply.redirect(`/sandbox/checkout/${sessionId}?declined`, 303);
      case 'cancel':
        return reply.redirect(session.newTenant ? '/' : `/${session.payingTenantId}`, 303);
      case 'slow':
        setTimeout(() => void sandbox.pay(sessionId), slowMs).unref();
        return reply.redirect(session.successUrl, 303);
      case 'pay':
        await sandbox.pay(sessionId);
        services.tenants.forget(session.payingTenantId);
        return reply.redirect(session.successUrl, 303);
    }
  });

  const openPass = async (pass: string) => {
    const opened = await sandbox.openPass(pass);
    if (!opened) throw new RequestError('request.not_found');
    return opened;
  };

  server.get('/sandbox/portal', async (request, reply) => {
    const { pass = '' } = request.query as { pass?: string };
    const { subscription, returnUrl } = await openPass(pass);
    const invoices = await database
      .tenant(subscription.tenantId)
      .read(db => db.selectFrom('invoices').selectAll().orderBy('createdAt', 'desc').execute());
    return sendPage(reply, 'Sandbox billing', portalBody(subscription, invoices, returnUrl));
  });

  server.post('/sandbox/portal', async (request, reply) => {
    const { pass = '' } = request.query as { pass?: string };
    const { subscription } = await openPass(pass);
    const { choice } = readForm(portalChoice, request.body);
    if (choice === 'accept-card' || choice === 'decline-card')
      await sandbox.setCard(subscription, choice === 'decline-card');
    else if (choice === 'pay') await sandbox.payOpenInvoices(subscription);
    else await sandbox.setCancelled(subscription, choice === 'cancel');
    services.tenants.forget(subscription.tenantId);
    return reply.redirect(`/sandbox/portal?pass=${encodeURIComponent(pass)}`, 303);
  });
};

const readForm = <Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> => {
  const form = shape.safeParse(body);
  if (!form.success) throw new RequestError('request.invalid_input');
  return form.data;
};
