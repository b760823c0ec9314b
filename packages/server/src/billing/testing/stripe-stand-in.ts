import { createServer } from 'node:http';
import Stripe from 'stripe';

type Object = Record<string, unknown>;

/** Speaks the few calls of Stripe's API that we make, and signs web hooks as Stripe does. */
export const startStripe = async (webhookSecret: string) => {
  const objects = new Map<string, Object>();
  const calls: { method: string; path: string; form: URLSearchParams }[] = [];

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const form = new URLSearchParams(text || query);
    calls.push({ method: request.method ?? '', path, form });
    const answer = (status: number, body: Object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/v1/checkout/sessions') {
      const id = `cs_${calls.length}`;
      return answer(200, { id, url: `https://checkout.stripe.example/${id}` });
    }
    if (path === '/v1/billing_portal/sessions') {
      return answer(200, { url: `https://portal.stripe.example/${form.get('customer')}` });
    }
    if (path.endsWith('/expire')) {
      const isOver = objects.has(path.split('/')[4] ?? '');
      const refusal = { type: 'invalid_request_error', message: 'Only open sessions can be expired.' };
      return isOver ? answer(400, { error: refusal }) : answer(200, {});
    }
    if (path === '/v1/invoices') {
      const paidBy = (invoice: Object) =>
        invoice.status === form.get('status') &&
        JSON.stringify(invoice.parent ?? '').includes(`"${form.get('subscription')}"`);
      return answer(200, { object: 'list', data: [...objects.values()].filter(paidBy) });
    }
    if (path === '/v1/invoice_payments') {
      const payment = { type: 'payment_intent', payment_intent: `pi_${form.get('invoice')}` };
      return answer(200, { object: 'list', data: [{ payment }] });
    }
    if (path === '/v1/refunds') return answer(200, { id: `re_${calls.length}` });
    const object = objects.get(path.split('/')[3] ?? '');
    if (request.method === 'DELETE' && object) object.status = 'canceled';
    return object ? answer(200, object) : answer(404, { error: { message: 'No such object' } });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const stripe = new Stripe('sk_test', {});

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    put: (object: Object & { id: string }) => objects.set(object.id, object),
    /** `timestamp`: seconds, now unless said. */
    sign: (
      body: string,
      { secret = webhookSecret, timestamp }: { secret?: string; timestamp?: number } = {},
    ) =>
      stripe.webhooks.generateTestHeaderStringAsync({
        payload: body,
        secret,
        ...(timestamp === undefined ? {} : { timestamp }),
      }),
    /** The payments that were given back, and the subscriptions that were ended. */
    refunds: () =>
      calls.filter(({ path }) => path === '/v1/refunds').map(({ form }) => form.get('payment_intent')),
    ended: () => calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/').at(-1)),
    close: () => new Promise(resolve => server.close(resolve)),
  };
};
