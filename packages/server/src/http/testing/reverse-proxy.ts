import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

type Upstream = { port: number; agent: Agent; isReady: boolean };

/** A request that no upstream answered, and the one that it was lost at. */
export type LostRequest = { method: string; path: string; port: number; startedAt: number };

const checkMs = 100;

/**
 * A load balancer for several processes. It rotates among those that report ready, keeps connections open, and
 * retries on the next one when the first cannot have started or a retry does no harm.
 */
export const startReverseProxy = async () => {
  const upstreams: Upstream[] = [];
  const lost: LostRequest[] = [];
  let turn = 0;

  const pick = (tried: readonly Upstream[]) => {
    turn += 1;
    const left = upstreams.filter(upstream => !tried.includes(upstream));
    const ready = left.filter(({ isReady }) => isReady);
    const among = ready.length ? ready : left;
    return among[turn % among.length];
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray());
    const { method = 'GET', url: path = '/', headers, socket } = request;
    const startedAt = performance.now();
    const tried: Upstream[] = [];
    for (let upstream = pick(tried); upstream; upstream = pick(tried)) {
      tried.push(upstream);
      const { port, agent } = upstream;
      const sent = requestHttp({
        port,
        method,
        path,
        agent,
        headers: { ...headers, 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-host': headers.host },
      });
      try {
        sent.end(body);
        const [answer] = (await once(sent, 'response')) as [IncomingMessage];
        const content = Buffer.concat(await answer.toArray());
        const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...passed } = answer.headers;
        return response.writeHead(answer.statusCode ?? 502, passed).end(content);
      } catch (error) {
        upstream.isReady = false;
        const isUnheard = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
        if (!isUnheard && method !== 'GET') {
          lost.push({ method, path, port, startedAt });
          break;
        }
      }
    }
    return response.writeHead(502).end();
  };

  const check = async (upstream: Upstream) => {
    const answer = await fetch(`http://127.0.0.1:${upstream.port}/readyz`).catch(() => undefined);
    upstream.isReady = answer?.ok === true;
  };

  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const checks = setInterval(() => upstreams.forEach(check), checkMs);
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Requests that were lost on their way. */
    lost,
    add: (port: number) => upstreams.push({ port, agent: new Agent({ keepAlive: true }), isReady: false }),
    isReady: (port: number) => upstreams.some(upstream => upstream.port === port && upstream.isReady),
    close() {
      clearInterval(checks);
      for (const { agent } of upstreams) agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
};
