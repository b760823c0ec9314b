import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isWebSocket } from '../http/web-socket.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { RequestError } from '../request-error.ts';
import { type HeaderFields, toBrowser } from './headers.ts';
export type Passage = {
  origin: URL;
  /** The public URL of the site. */
  address: URL;
  headers: HeaderFields;
  isGuarded: boolean;
};

const connectMs = 10_000;
const answerMs = 60_000;
/** The longest pause during an upload. */
const pauseMs = 60_000;

/** Passes requests to origins and answers back, as they come: nothing is collected on the way. */
export const createForwarder = (outgoing: Outgoing) => {
  const options = { keepAlive: true, maxFreeSockets: 64, timeout: 30_000 };
  const agents = { 'http:': new Agent(options), 'https:': new SecureAgent(options) };

  const send = (request: IncomingMessage, { origin, headers }: Passage): ClientRequest => {
    const isSecure = origin.protocol === 'https:';
    const upstream = (isSecure ? requestHttps : requestHttp)({
      ...outgoing.requestOptions(origin),
      agent: request.headers.upgrade ? false : agents[isSecure ? 'https:' : 'http:'],
      method: request.method,
      path: request.url,
      headers,
    });
    upstream.once('socket', socket => {
      if (!socket.connecting) return;
      const late = setTimeout(() => upstream.destroy(new OriginTimeout()), connectMs);
      for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(late));
    });
    return upstream;
  };

  /** A connection that was kept open may have ended just now: then a request that changes nothing is sent again. */
  const ask = async (
    request: IncomingMessage,
    passage: Passage,
    isRetry = false,
  ): Promise<IncomingMessage> => {
    const upstream = send(request, passage);
    try {
      return await answerOf(upstream, request);
    } catch (error) {
      if (!upstream.reusedSocket || isRetry || !isRepeatable(request)) throw error;
      return ask(request, passage, true);
    }
  };

  return {
    /** Throws as long as nothing has been answered. */
    async forward(request: IncomingMessage, response: ServerResponse, passage: Passage) {
      const answer = await ask(request, passage).catch((error: unknown) => {
        throw explain(error);
      });
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, toBrowser(answer, passage));
      response.flushHeaders();
      await pipeline(answer, response);
    },

    /** The two ends of a WebSocket; throws as long as nothing has been answered. */
    async connect(request: IncomingMessage, socket: Duplex, head: Buffer, passage: Passage) {
      const headers = { ...passage.headers, connection: 'Upgrade', upgrade: request.headers.upgrade ?? '' };
      const upstream = send(request, { ...passage, headers });
      const gone = () => upstream.destroy();
      socket.once('close', gone);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      upstream.on('error', error => reject(explain(error)));
      upstream.once('response', answer => {
        // The origin does not want to talk that way: it says so itself.
        socket.write(printHead(answer, { ...toBrowser(answer, passage), connection: 'close' }));
        pipeline(answer, socket).then(resolve, reject);
      });
      upstream.once('upgrade', (answer, far, farHead) => {
        const { upgrade = '' } = answer.headers;
        if (!isWebSocket(answer)) {
          far.destroy();
          return reject(explain(new Error(`The origin changed to ${upgrade}.`)));
        }
        socket.write(printHead(answer, { ...toBrowser(answer, passage), connection: 'Upgrade', upgrade }));
        socket.write(farHead);
        far.write(head);
        far.on('error', () => socket.destroy()).on('close', () => socket.destroy());
        socket.on('close', () => far.destroy());
        socket.pipe(far).pipe(socket);
        return resolve();
      });
      limitWaiting(upstream);
      upstream.end();
      await promise.finally(() => socket.off('close', gone));
    },

    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
};

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isRepeatable = (request: IncomingMessage) =>
  ['GET', 'HEAD'].includes(request.method ?? '') && !hasBody(request);

const answerOf = (upstream: ClientRequest, request: IncomingMessage) => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  upstream.once('response', resolve);
  upstream.on('error', reject);
  // The client has disconnected.
  const gone = () => upstream.destroy();
  request.socket.once('close', gone);
  upstream.once('close', () => request.socket.off('close', gone));
  if (!hasBody(request)) {
    limitWaiting(upstream);
    upstream.end();
    return promise;
  }
  request.setTimeout(pauseMs, () => request.destroy());
  request.once('end', () => {
    request.setTimeout(0);
    limitWaiting(upstream);
  });
  request.pipe(upstream);
  return promise;
};

class OriginTimeout extends Error {}

/** Until it answers. An answer itself may take as long as it likes. */
const limitWaiting = (upstream: ClientRequest) => {
  const late = (ms: number) => setTimeout(() => upstream.destroy(new OriginTimeout()), ms).unref();
  const answer = late(answerMs);
  for (const event of ['response', 'upgrade', 'close']) upstream.once(event, () => clearTimeout(answer));
};

const explain = (cause: unknown) =>
  cause instanceof OriginTimeout
    ? new RequestError('site.origin_timeout', { cause })
    : new RequestError('site.origin_unreachable', { cause });

const printHead = ({ statusCode, statusMessage }: IncomingMessage, fields: HeaderFields) => {
  const lines = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map(value => `${name}: ${value}`),
  );
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n');
};
