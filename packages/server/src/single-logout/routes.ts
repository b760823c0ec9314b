import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator } from '@gatehouse/phrases/translate.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PeerKey } from '../domain/saml-participants.ts';
import type { Tenant } from '../domain/tenant.ts';
import { languageOf } from '../http/errors.ts';
import { fieldsOf, mountForms } from '../http/forms.ts';
import { plainPage } from '../http/html.ts';
import { sendSamlForm } from '../http/saml-form.ts';
import { sendErrorPage } from '../pages/error-page.ts';
import type { ExperiencePages } from '../pages/experience-pages.ts';
import { RequestError } from '../request-error.ts';
import { type Received, readAddress } from '../saml/received.ts';
import type { Services } from '../services.ts';
import type { Step } from './flow.ts';
import type { Peer } from './peer.ts';

type Dependencies = { tenantOf(request: FastifyRequest): Promise<Tenant>; pages: ExperiencePages };
type Context = { tenant: Tenant; services: Services; request: FastifyRequest; reply: FastifyReply };

const formLimit = 64 * 1024;

const message = z.object({
  SAMLRequest: z.string().min(1).optional(),
  SAMLResponse: z.string().min(1).optional(),
  RelayState: z.string().max(1024).optional(),
});

/** Single logout by SAML: with the service providers of applications, and with the identity providers of connectors. */
export const mountSingleLogout = (
  server: FastifyInstance,
  services: Services,
  dependencies: Dependencies,
) => {
  const answer =
    (work: (context: Context) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const tenant = await dependencies.tenantOf(request);
      const context = { tenant, services, request, reply };
      try {
        return await work(context);
      } catch (error) {
        await noteRefusal(context, error);
        return sendErrorPage(dependencies.pages, tenant, error, request, reply);
      }
    };
  mountForms(server, formLimit, forms => {
    for (const path of [
      '/api/saml/:applicationId/logout',
      '/api/authn/single-sign-on/saml/:connectorId/logout',
    ]) {
      forms.get(path, answer(receive));
      forms.post(path, answer(receive));
    }
    forms.get('/api/saml-logouts/:logoutId', answer(resume));
  });
};

const requestKey = 'SamlLogout.Request';
const responseKey = 'SamlLogout.Response';

/** By the address or by a form, with one message: a question, or the answer to one of ours. */
const receive = async (context: Context) => {
  const { tenant, services, request } = context;
  const { flow, findPeer, readMessage } = await load();
  const dependencies = { tenant, vault: services.vault, outgoing: services.outgoing };
  const { received, relayState } = readForm(request);
  const peer = await findPeer.requirePeer(dependencies, peerIn(request));
  if (received.parameter === 'SAMLRequest') {
    const { userId, step } = await flow.receiveRequest(dependencies, peer, received, relayState);
    note(context, requestKey, { peer, userId });
    return send(context, step);
  }
  // An answer that cannot be believed is none: the others are asked all the same.
  const heard = readMessage.hearAnswer(received, peer);
  const step = await flow.receiveAnswer(dependencies, peer, heard.inResponseTo, heard.problem === undefined);
  note(context, responseKey, { peer, problem: heard.problem });
  return send(context, step);
};

/** Code for XML and signatures is loaded only when needed. */
const load = async () => ({
  flow: await import('./flow.ts'),
  findPeer: await import('./find-peer.ts'),
  readMessage: await import('./read-message.ts'),
});

/** A sign-out that began here goes to the next side. */
const resume = async (context: Context) => {
  const { tenant, services, request } = context;
  const { flow } = await load();
  const dependencies = { tenant, vault: services.vault, outgoing: services.outgoing };
  return send(context, await flow.continueLogout(dependencies, paramsOf(request).logoutId ?? ''));
};

const paramsOf = ({ params }: FastifyRequest) => params as Record<string, string | undefined>;

const peerIn = (request: FastifyRequest): PeerKey => {
  const { applicationId, connectorId = '' } = paramsOf(request);
  return applicationId === undefined
    ? { kind: 'connector', id: connectorId }
    : { kind: 'application', id: applicationId };
};

const readForm = (request: FastifyRequest): { received: Received; relayState: string } => {
  const isPost = request.method === 'POST';
  const address = readAddress(request.raw.url);
  const { data } = message.safeParse(isPost ? fieldsOf(request) : address);
  const { SAMLRequest, SAMLResponse, RelayState: relayState = '' } = data ?? {};
  const text = SAMLRequest ?? SAMLResponse;
  if (!text || (SAMLRequest && SAMLResponse)) throw new RequestError('session.single_logout_refused');
  const parameter = SAMLRequest ? 'SAMLRequest' : 'SAMLResponse';
  if (isPost) return { received: { binding: 'post', parameter, message: text }, relayState };
  return { received: { binding: 'redirect', parameter, message: text, query: address.query }, relayState };
};

const send = async (context: Context, step: Step) => {
  const { tenant, request, reply } = context;
  if ('outbound' in step) {
    const { address, fields } = step.outbound;
    if (fields) return sendSamlForm(request, reply, { action: address, fields, about: 'sign_out' });
    return reply.header('cache-control', 'no-store').redirect(address, 303);
  }
  const { returnTo = `${tenant.endpoint}/signed-out`, failed } = step;
  if (failed.length === 0) return reply.header('cache-control', 'no-store').redirect(returnTo, 303);
  return sendResult(context, returnTo, failed);
};

/** Not everyone has signed the user out: better to say so than to send the browser on. */
const sendResult = async ({ request, reply }: Context, returnTo: string, failed: readonly string[]) => {
  const language = languageOf(request.headers['accept-language']);
  const t = createTranslator(language, await loadPhrases(language, 'experience'));
  const say = createTranslator(language, await loadPhrases(language, 'messages'));
  const html = plainPage({
    language,
    title: say('logout.partial_title'),
    body:
      `<p>${escapeHtml(say('logout.partial'))}</p>` +
      `<ul>${failed.map(name => `<li>${escapeHtml(name)}</li>`).join('')}</ul>` +
      `<p><a class="primary" href="${escapeHtml(returnTo)}">${escapeHtml(t('sign_in.submit'))}</a></p>`,
  });
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
};

const callerOf = ({ request }: Context) => ({ ip: request.ip, userAgent: request.headers['user-agent'] });

const namedBy = ({ kind, id }: Pick<Peer, 'kind' | 'id'>) =>
  kind === 'application' ? { applicationId: id } : { connectorId: id };

const note = (
  context: Context,
  key: typeof requestKey | typeof responseKey,
  { peer, userId, problem }: { peer: Peer; userId?: string; problem?: string },
) =>
  context.services.audit.append(context.tenant.id, {
    key,
    payload: {
      result: problem === undefined ? 'Success' : 'Error',
      ...(problem === undefined
        ? {}
        : { error: { code: 'session.single_logout_refused', message: problem } }),
      ...namedBy(peer),
      ...(userId ? { userId } : {}),
      ...callerOf(context),
    },
  });

const noteRefusal = async (context: Context, error: unknown) => {
  const { services, tenant, request } = context;
  if (!(error instanceof RequestError) || error.status >= 500) return;
  const { code } = error;
  const { applicationId = '', connectorId } = paramsOf(request);
  await services.audit.refuse(tenant.id, { ip: request.ip, key: requestKey, code }, async () => ({
    result: 'Error',
    error: { code, message: error.cause instanceof Error ? error.cause.message : undefined },
    requestId: request.id,
    // Anyone can make up an address: the application is named where there is one.
    applicationId: (await tenant.cached.client(applicationId))?.id,
    ...(connectorId ? { connectorId } : {}),
    ...callerOf(context),
  }));
};
