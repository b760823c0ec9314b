import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { requireGoodStanding } from '../domain/tenant.ts';
import { errorBody, languageOf, toRequestError } from '../http/errors.ts';
import { hostnameOf } from '../http/forwarded.ts';
import { endpointAt, isBelow, tenantIdOf } from '../http/tenant-address.ts';
import type { Logger } from '../log.ts';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';
import { printErrorPage } from './error-page.ts';
import { createForwarder, type Passage } from './forward.ts';
import { isGuarded } from './guarded-paths.ts';
import { isLoop, toOrigin } from './headers.ts';
import { beginSignIn, finishSignIn, signOut } from './sign-in.ts';
import type { Site } from './sites.ts';
import { callbackPath, isPageLoad, signOutPath, type Visit } from './visit.ts';
import { checkEveryMs, createVisitors, type Visitor } from './visitors.ts';

/** A reverse proxy for the sites of protected applications: guarded pages require a session. */
export const createProtectedApps = (services: Services) => {
  const { env, sites, outgoing, logger, metrics } = services;
  const visitors = createVisitors(services);
  const forwarder = createForwarder(outgoing);
  const sockets = new Set<Duplex>();

  const isOwnName = (hostname: string) =>
    env.PROTECTED_APPS_DOMAIN !== undefined && isBelow(hostname, [env.PROTECTED_APPS_DOMAIN]);

  const serve = async (visit: Visit, response: ServerResponse) => {
    const { request, site, path } = visit;
    if (path === callbackPath) return finishSignIn(services, visit, response);
    if (path === signOutPath) {
      visitors.forget(visit);
      return signOut(visit, response);
    }
    const visitor = await visitors.of(visit);
    if (visitor || !isGuarded(site, path))
      return forwarder.forward(request, response, passageOf(visit, visitor));
    if (!isPageLoad(request)) throw new RequestError('auth.unauthorized');
    return beginSignIn(services, visit, response);
  };

  const serveUpgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const hostname = hostnameOf(request);
    const site = await sites.at(hostname);
    if (!site) throw new RequestError('site.not_found');
    const visit = await openVisit(services, request, site, hostname);
    const visitor = await visitors.of(visit);
    if (!visitor && isGuarded(site, visit.path)) throw new RequestError('auth.unauthorized');
    // A page of another site must not speak in the name of who is signed in here.
    const { origin } = request.headers;
    if (visitor && origin !== undefined && origin !== visit.address.origin)
      throw new RequestError('auth.forbidden');
    await forwarder.connect(request, socket, head, passageOf(visit, visitor));
    if (!visitor) return;
    const watch = setInterval(async () => {
      const still = await visitors.of(visit).catch(() => visitor);
      if (!still) socket.destroy();
    }, checkEveryMs).unref();
    socket.once('close', () => clearInterval(watch));
  };

  return {
    /** Whether a host may belong to a site. If not, no lookup is needed. */
    mayServe: (hostname: string) => isOwnName(hostname) || tenantIdOf(env, hostname) === undefined,

    /** Answers whether the request was one for a protected site. */
    async handle(request: IncomingMessage, response: ServerResponse, hostname: string) {
      // If the host is unknown, our own routes answer: health probes use the IP address.
      const site = await sites.at(hostname).catch((error: unknown) => {
        logger.error({ err: error, hostname }, 'a protected site could not be looked up');
        return undefined;
      });
      if (!site && !isOwnName(hostname)) return false;
      const started = performance.now();
      response.once('close', () => {
        const ms = performance.now() - started;
        metrics.observeRequest(request.method ?? '', 'protected-app', response.statusCode, ms);
      });
      try {
        if (!site) throw new RequestError(site === null ? 'site.not_found' : 'server.internal');
        await serve(await openVisit(services, request, site, hostname), response);
      } catch (error) {
        await answerError(logger, request, response, error, site ?? undefined);
      }
      return true;
    },

    async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
      try {
        await serveUpgrade(request, socket, head);
      } catch (thrown) {
        const error = toRequestError(thrown);
        socket.end(
          `HTTP/1.1 ${error.status} ${error.code}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
        );
      }
    },

    close() {
      for (const socket of sockets) socket.destroy();
      forwarder.close();
    },
  };
};

const openVisit = async (
  { env, tenants }: Services,
  request: IncomingMessage,
  site: Site,
  hostname: string,
): Promise<Visit> => {
  const tenant = await tenants.get(site.tenantId);
  if (!tenant) throw new RequestError('site.not_found');
  await requireGoodStanding(tenant);
  const { url = '' } = request;
  // The form of requests to a proxy that the client has chosen itself (RFC 9112 section 3.2.2).
  if (!url.startsWith('/')) throw new RequestError('request.not_found');
  const address = new URL(endpointAt(env, hostname));
  if (isLoop(request, address)) throw new RequestError('site.loop');
  return { request, site, tenant, address, path: url.split(/[?#]/, 1)[0] ?? url };
};

const passageOf = ({ request, site, address, path }: Visit, visitor: Visitor | undefined): Passage => {
  const origin = new URL(site.settings.origin);
  const identity = visitor?.identity ?? {};
  const headers = toOrigin(request, { origin, address, identity });
  return { origin, address, headers, isGuarded: isGuarded(site, path) };
};

/** A page for people, JSON for programs. */
const answerError = async (
  logger: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  thrown: unknown,
  site?: Site,
) => {
  const error = toRequestError(thrown);
  const details = { err: error.cause ?? error, code: error.code, host: request.headers.host };
  logger[error.status >= 500 ? 'warn' : 'debug'](details, 'a protected site was not served');
  // Half an answer must not look like a whole one.
  if (response.headersSent) return response.destroy();
  const language = languageOf(request.headers['accept-language']);
  const body = await errorBody(error, language);
  const isPage = isPageLoad(request);
  const text = isPage
    ? await printErrorPage(body, language, { site: site?.name, again: againOf(request) })
    : JSON.stringify(body);
  const type = isPage ? 'text/html' : 'application/json';
  response.writeHead(error.status, { ...errorHeaders, 'content-type': `${type}; charset=utf-8` });
  return response.end(request.method === 'HEAD' ? undefined : text);
};

/** The same address; the way back from signing in leads to the front page, and another host nowhere. */
const againOf = ({ url = '/' }: IncomingMessage) =>
  url.startsWith(callbackPath) || !/^\/(?![/\\])/.test(url) ? '/' : url;

const errorHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
