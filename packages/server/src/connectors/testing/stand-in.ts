import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Asked = {
  method: string;
  /** `{host}/{path}`, without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
};
type Reply = { status?: number; json?: unknown; text?: string; location?: string };
export type StandIn = Awaited<ReturnType<typeof startStandIn>>;

/** Every provider of the world on one local port: each test says what which address answers. */
export const startStandIn = async () => {
  const asked: Asked[] = [];
  let answers: Record<string, Reply | ((asked: Asked) => Reply | Promise<Reply>)> = {};
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', async () => {
      const entry = {
        method: request.method ?? '',
        path: pathname.slice(1),
        query: searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      asked.push(entry);
      const answer = answers[entry.path];
      const {
        status = 200,
        json,
        text,
        location,
      } = typeof answer === 'function' ? await answer(entry) : (answer ?? { status: 404 });
      const type = json === undefined ? 'text/plain' : 'application/json';
      response
        .writeHead(status, { 'content-type': type, ...(location ? { location } : {}) })
        .end(text ?? JSON.stringify(json ?? {}));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    /** From now on these answer, and what was asked before is forgotten. */
    answer(next: typeof answers) {
      answers = next;
      asked.length = 0;
    },
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
};
