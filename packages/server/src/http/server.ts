import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import compress from '@fastify/compress';
import { headers } from '@gatehouse/contract/dialect.ts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';
import { allowOrigins } from './cors.ts';
import { refuse, sendError } from './errors.ts';
import { tagAnswers } from './etag.ts';
import { createForwardedReader, hostnameOf } from './forwarded.ts';
import { mountHealth } from './health.ts';
import { isTooDeep } from './json-depth.ts';
import { createHostCheck } from './known-hosts.ts';
import { isForged } from './own-origin.ts';
import { generateRequestId, setSecurityHeaders } from './security-headers.ts';
import type { StaticFiles } from './static-files.ts';
import { readTenantPath } from './tenant-address.ts';
import { isWebSocket } from './web-socket.ts';

const bodyLimitBytes = 1024 * 1024;
const defaultReceiveTimeoutMs = 20_000;

export type OidcHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
) => Promise<void>;

type ListenerOptions = {
  isAdmin: boolean;
  plain: StaticFiles;
  handleOidc: OidcHandler;
  receiveTimeoutMs?: number;
  /** Runs before everything else: its hosts are not ours. */
  protectedApps?: {
    mayServe(hostname: string): boolean;
    handle(request: IncomingMessage, response: ServerResponse, hostname: string): Promise<boolean>;
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  };
};

/**
 * A listener with all that every answer needs. Requests below `/oidc` go straight from the socket to the provider:
 * the framework would only slow them down.
 */
export const createListener = async (
  services: Services,
  options: ListenerOptions,
): Promise<FastifyInstance> => {
  const { env, logger } = services;
  const requestIds: RequestIds = new WeakMap();
  const server = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // `forwarded.ts` has already read the proxy headers and left only the client's address.
    trustProxy: (_, hop) => hop === 0,
    bodyLimit: bodyLimitBytes,
    genReqId: request => requestIds.get(request as IncomingMessage) ?? generateRequestId(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    forceCloseConnections: 'idle',
    serverFactory: handle =>
      createHttpServer(services, options, createReception(services, options, requestIds, handle)),
  });
  server.server.on('connection', tellPlainAddress);
  closeUnusedConnections(server);
  observeAnswers(server, services);
  parseJson(server);
  // A form with files is left unread until the handler knows who sends it.
  server.addContentTypeParser('multipart/form-data', (_, stream, done) => done(null, stream));
  allowOrigins(server, [new URL(env.ADMIN_ENDPOINT).origin]);
  tagAnswers(server);
  await server.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });
  server.setErrorHandler(sendError);
  mountHealth(server, services);
  server.get('/plain/*', (request, reply) =>
    options.plain.send((request.params as { '*': string })['*'], request, reply),
  );
  return server;
};

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type RequestIds = WeakMap<IncomingMessage, string>;

/** Handles every request to one of our hosts before the provider or the framework sees it. */
const createReception = (
  services: Services,
  { isAdmin, handleOidc, receiveTimeoutMs = defaultReceiveTimeoutMs }: ListenerOptions,
  requestIds: RequestIds,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Serve => {
  const { env } = services;
  const isSecure = (isAdmin ? env.ADMIN_ENDPOINT : env.ENDPOINT).startsWith('https:');
  const isOurHost = createHostCheck(services, isAdmin);
  return async (request, response) => {
    limitReceiving(request, response, receiveTimeoutMs);
    // The next request of this connection is for another process.
    if (services.isLeaving()) response.shouldKeepAlive = false;
    const requestId = generateRequestId();
    requestIds.set(request, requestId);
    response.setHeader(headers.requestId, requestId);
    setSecurityHeaders(response, isSecure);
    if (!(await isOurHost(request, response))) return;
    // A fragment is never sent (RFC 9112 section 3.2): readers disagree on where the address ends then.
    if (request.url?.includes('#')) return refuse(request, response, new RequestError('request.general'));
    if (!isAdmin) readTenantPath(env, request);
    request.url = withIssuerFirst(request.url);
    if (isForged(request)) return refuse(request, response, new RequestError('auth.forbidden'));
    if (!isOidc(request.url)) return handle(request, response);
    observeOidc(services, request, response, requestId);
    await handleOidc(request, response, requestId);
  };
};

/** The socket. Protected sites take theirs first, where there are any. */
const createHttpServer = (
  { env, logger }: Services,
  { protectedApps, receiveTimeoutMs = defaultReceiveTimeoutMs }: ListenerOptions,
  serve: Serve,
) => {
  const readForwarded = createForwardedReader(env, logger);
  const timing = {
    requestTimeout: 0,
    headersTimeout: receiveTimeoutMs,
    connectionsCheckingInterval: receiveTimeoutMs / 4,
    keepAliveTimeout: 65_000,
  };
  if (!protectedApps)
    return createServer(timing, (request, response) => {
      readForwarded(request);
      void serve(request, response);
    });
  const mayPass = (request: IncomingMessage) => {
    readForwarded(request);
    return protectedApps.mayServe(hostnameOf(request));
  };
  const listener = createServer(
    { ...timing, shouldUpgradeCallback: request => isWebSocket(request) && mayPass(request) },
    async (request, response) => {
      const isServed =
        mayPass(request) && (await protectedApps.handle(request, response, hostnameOf(request)));
      if (!isServed) await serve(request, response);
    },
  );
  return listener.on('upgrade', protectedApps.upgrade);
};

const observeOidc = (
  { metrics, logger }: Services,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
) => {
  const started = performance.now();
  response.once('finish', () => {
    const milliseconds = performance.now() - started;
    metrics.observeRequest(request.method ?? '', '/oidc', response.statusCode, milliseconds);
    logger.info({
      requestId,
      ...summary(request.method, request.url),
      status: response.statusCode,
      ms: Math.round(milliseconds),
    });
  });
};

const observeAnswers = (server: FastifyInstance, { metrics, logger }: Services) => {
  const observe = (request: FastifyRequest, reply: FastifyReply) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime);
  };
  const isStream = (reply: FastifyReply) => reply.getHeader('content-type') === 'text/event-stream';
  // A stream lives as long as someone watches: what it took to answer is known at its begin.
  server.addHook('onSend', async (request, reply) => {
    if (isStream(reply)) observe(request, reply);
  });
  server.addHook('onResponse', async (request, reply) => {
    if (!isStream(reply)) observe(request, reply);
    const { statusCode: status } = reply;
    logger.info({
      requestId: request.id,
      ...summary(request.method, request.url),
      status,
      ms: Math.round(reply.elapsedTime),
    });
  });
};

/** A dual-stack socket writes IPv4 addresses as IPv6 (`::ffff:192.0.2.1`), which users would not recognize. */
const tellPlainAddress = (socket: Socket) => {
  const value = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(socket.remoteAddress ?? '')?.[1];
  if (value) Object.defineProperty(socket, 'remoteAddress', { value });
};

/** Browsers connect ahead of need. To the framework such a connection is not idle, and a stop would wait for it. */
const closeUnusedConnections = (server: FastifyInstance) => {
  const unused = new Set<Socket>();
  server.server.on('connection', socket => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.server.on('request', ({ socket }) => unused.delete(socket));
  server.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
  });
};

/** Slow senders must not hold our own routes. What goes through to a site may take its time. */
const limitReceiving = (request: IncomingMessage, response: ServerResponse, milliseconds: number) => {
  const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers;
  if (!hasBody || request.complete) return;
  const late = setTimeout(() => {
    if (request.complete) return;
    // A request that was already answered gets no second response.
    if (response.headersSent) request.socket.destroy();
    // A client that does not send does not close either: the socket would stay half open.
    else
      request.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () =>
        request.socket.destroy(),
      );
  }, milliseconds).unref();
  request.once('close', () => clearTimeout(late));
  // A body that came whole but was not read to its end closes nothing: the timer would keep it all in memory.
  response.once('close', () => request.complete && clearTimeout(late));
};

/** Clients register by an API of ours: the provider only knows the applications that come of it. */
const isOidc = (url = '') => /^\/oidc(?!\/register(?:[/?]|$))(\/|\?|$)/.test(url);

/** RFC 8414 (section 3.1) puts the issuer's path last in the URL of its metadata. */
const withIssuerFirst = (url = '') =>
  url.replace(
    /^\/\.well-known\/(oauth-authorization-server|openid-configuration)\/oidc(?=\?|$)/,
    '/oidc/.well-known/$1',
  );

/** The query is not logged: it can carry codes and tokens. */
const summary = (method = '', url = '') => ({ method, path: url.split('?', 1)[0] });

const parseJson = (server: FastifyInstance) => {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Clients send the header out of habit, also without a body.
    if (text === '') return done(null, undefined);
    if (isTooDeep(String(text)))
      return done(new RequestError('request.invalid_input', { details: 'The body is nested too deeply.' }));
    return parse(request, String(text), (error, body) =>
      error
        ? done(
            new RequestError('request.invalid_input', {
              details: 'The body is not valid JSON.',
              cause: error,
            }),
          )
        : done(null, body),
    );
  });
};
