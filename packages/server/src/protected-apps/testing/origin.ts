import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; bytes: number };

/** A site that knows nothing of us: it says what it was asked, and does what sites do. */
export const startOrigin = async () => {
  const streams = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    if (url === '/redirect') {
      const { port } = server.address() as AddressInfo;
      return response.writeHead(302, { location: `http://127.0.0.1:${port}/next?a=1` }).end();
    }
    if (url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
      streams.add(() => response.end('data: last\n\n'));
      return;
    }
    if (url === '/broken') {
      response.writeHead(200, { 'content-length': 100 }).write('half');
      return setImmediate(() => response.destroy());
    }
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    response.setHeader('set-cookie', [
      'theme=dark; Domain=apps.localhost; Path=/',
      'gatehouse_site=forged; Path=/',
      '__Host-gatehouse_site=forged; Path=/; Secure',
    ]);
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=60' });
    response.end(JSON.stringify({ method, url, headers, bytes } satisfies Seen));
  });
  server.on('upgrade', (request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    socket.write(`hello ${request.headers['x-gatehouse-user-id']} `);
    socket.pipe(socket);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    endStreams() {
      for (const end of streams) end();
    },
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(resolve));
    },
  };
};
