import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const host = 'smuggled.apps.localhost';

/** An origin that is as lenient as they come, remembers what reached it, and changes to any protocol. */
const startLenientOrigin = async () => {
  const seen: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer({ insecureHTTPParser: true }, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    seen.push({ url: request.url ?? '', headers: request.headers, body });
    response.end(`reached ${request.url}`);
  });
  server.on('upgrade', (request, socket) => {
    const { upgrade = '' } = request.headers;
    seen.push({ url: request.url ?? '', headers: request.headers, body: '' });
    const answered = request.url === '/public/changes' ? 'h2c' : upgrade;
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${answered}\r\n\r\n`);
    socket.on('data', data => seen.push({ url: 'tunnel', headers: {}, body: String(data) }));
    socket.on('error', () => socket.destroy()).on('end', () => socket.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(resolve));
    },
  };
};

describe('requests that the proxy and the origin could read differently', () => {
  let origin: Awaited<ReturnType<typeof startLenientOrigin>>;
  let app: TestApp;
  beforeAll(async () => {
    origin = await startLenientOrigin();
    app = await startTestApp('postgresql');
    const { body } = await app.manage('POST', '/applications', {
      name: 'Site',
      type: 'Protected',
      protectedAppMetadata: { subDomain: 'smuggled', origin: origin.url },
    });
    const patched = await app.manage('PATCH', `/applications/${body.id}`, {
      protectedAppMetadata: { pageRules: [{ path: '^/admin' }, { path: '^/Billing' }] },
    });
    expect(patched.status, patched.text).toBe(200);
    await vi.waitFor(
      async () => expect(await ask('GET /public HTTP/1.1', [])).toContain('reached /public'),
      5000,
    );
  });
  afterAll(async () => {
    await app.close();
    await origin.close();
  });

  /** Sends bytes over a separate socket, and returns everything until the server closes it. */
  const sendRaw = (bytes: string) =>
    new Promise<string>(resolve => {
      let heard = '';
      const socket = connect(Number(new URL(app.env.ENDPOINT).port), 'localhost', () =>
        socket.write(bytes, 'latin1'),
      );
      const finish = () => {
        clearTimeout(late);
        socket.destroy();
        resolve(heard);
      };
      // The marker is the last of the requests that each attack sends.
      socket.on('data', data => {
        heard += data;
        if (heard.includes('reached /public/last') || heard.includes('HTTP/1.1 101')) finish();
      });
      socket.on('close', finish).on('error', finish);
      const late = setTimeout(finish, 1500);
    });
  const last = `GET /public/last HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  const ask = (line: string, headers: string[], body = '', own = `Host: ${host}`) =>
    sendRaw([line, own, 'Connection: close', ...headers, '', body].join('\r\n'));
  const keep = (line: string, headers: string[], body: string) =>
    sendRaw([line, `Host: ${host}`, ...headers, '', body].join('\r\n') + last);
  const smuggled = `GET /admin HTTP/1.1\r\nHost: ${host}\r\nX-Gatehouse-User-Id: root\r\n\r\n`;
  const reached = () => origin.seen.splice(0);

  test('no spelling of the length of a body brings a second request to the origin', async () => {
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    const attacks: Record<string, [string[], string]> = {
      'CL.TE': [
        [`Content-Length: ${smuggled.length + 5}`, 'Transfer-Encoding: chunked'],
        `0\r\n\r\n${smuggled}`,
      ],
      'TE.CL': [['Content-Length: 4', 'Transfer-Encoding: chunked'], chunk(smuggled)],
      'two lengths': [['Content-Length: 0', `Content-Length: ${smuggled.length}`], smuggled],
      'two lengths in one': [[`Content-Length: 0, ${smuggled.length}`], smuggled],
      'a signed length': [[`Content-Length: +${smuggled.length}`], smuggled],
      'a negative length': [['Content-Length: -1'], smuggled],
      'a hexadecimal length': [[`Content-Length: 0x${smuggled.length.toString(16)}`], smuggled],
      'a space before the colon': [['Transfer-Encoding : chunked', 'Content-Length: 4'], chunk(smuggled)],
      'a tab in the name': [['Transfer-Encoding\t: chunked', 'Content-Length: 4'], chunk(smuggled)],
      'an unknown coding': [['Transfer-Encoding: xchunked', 'Content-Length: 4'], chunk(smuggled)],
      'chunked first': [['Transfer-Encoding: chunked, identity'], chunk(smuggled)],
      'two codings': [['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${smuggled}`],
      'a vertical tab': [['Transfer-Encoding: \x0bchunked', 'Content-Length: 4'], chunk(smuggled)],
      'a folded line': [['X: y', ' Transfer-Encoding: chunked', 'Content-Length: 4'], chunk(smuggled)],
      'a bare line feed': [['X: y\nTransfer-Encoding: chunked', 'Content-Length: 4'], chunk(smuggled)],
      'a bare carriage return': [['X: y\rTransfer-Encoding: chunked', 'Content-Length: 4'], chunk(smuggled)],
      'an underscore': [['Content_Length: 4', 'Transfer_Encoding: chunked'], smuggled],
      'a length that the connection drops': [
        ['Connection: content-length', `Content-Length: ${smuggled.length}`],
        smuggled,
      ],
      'a coding that the connection drops': [
        ['Connection: transfer-encoding', 'Transfer-Encoding: chunked'],
        chunk(smuggled),
      ],
      'a chunk extension': [
        ['Transfer-Encoding: chunked'],
        `2;\nxx\r\nab\r\n${smuggled.length.toString(16)}\r\n0\r\n\r\n${smuggled}`,
      ],
    };
    reached();
    for (const [name, [headers, body]] of Object.entries(attacks))
      for (const method of ['POST', 'GET']) {
        await keep(`${method} /public HTTP/1.1`, headers, body);
        for (const { url, headers: passed } of reached()) {
          expect([name, url]).toEqual([name, expect.stringMatching(/^\/public/)]);
          expect([name, passed['content-length'] && passed['transfer-encoding']]).toEqual([name, undefined]);
        }
      }
  });

  test('a body of a GET arrives as a body', async () => {
    await keep('GET /public HTTP/1.1', [`Content-Length: ${smuggled.length}`], smuggled);
    expect(reached()).toMatchObject([{ url: '/public', body: smuggled }, { url: '/public/last' }]);
  });

  test('a page rule holds for every spelling of its path', async () => {
    for (const path of [
      '/admin',
      '/ADMIN',
      '/AdMiN/users',
      '/%41DMIN',
      '/%61dmin',
      '/%2561dmin',
      '/%25%36%31dmin',
      '//admin',
      '///ADMIN',
      '/./admin',
      '/%2e/admin',
      '/x/../Admin',
      '/x/..%2fadmin',
      '/x/..;/admin',
      '/admin;x',
      '/;x/admin',
      '\\admin',
      '/\\admin',
      '/%5cadmin',
      '/admin%00',
      '/admin%20',
      '/admin?x',
      '/admin#x',
      '/%c1%a1dmin',
      '/billing',
      '/BILLING',
      '/%',
    ]) {
      const answer = await ask(`GET ${path} HTTP/1.1`, []);
      expect([path, answer.slice(9, 12)]).toEqual([path, expect.stringMatching(/^(?:303|40\d)$/)]);
      expect(reached(), path).toEqual([]);
    }
  });

  test('neither absolute addresses nor line breaks lead around a rule', async () => {
    for (const [line, own] of [
      [`GET http://${host}/admin HTTP/1.1`],
      [`GET http://${host}/public HTTP/1.1`, 'Host: localhost'],
      [`GET ${origin.url}/admin HTTP/1.1`],
      [`CONNECT ${new URL(origin.url).host} HTTP/1.1`],
      ['OPTIONS * HTTP/1.1'],
      ['GET admin HTTP/1.1'],
      ['GET /public HTTP/1.1\r\nX: y\r\n\r\nGET /admin HTTP/1.1'],
      ['GET /public\r HTTP/1.1'],
      ['GET /public\n/admin HTTP/1.1'],
      ['GET /public HTTP/1.1\u0000'],
      ['GET /admin HTTP/1.1', `Host: ${host}\r\nHost: other.example`],
      ['GET /admin HTTP/1.1', `Host: ${host}@other.example`],
    ] as [string, string?][]) {
      await ask(line, [], '', own);
      for (const { url, headers } of reached()) {
        expect([line, url]).toEqual([line, expect.stringMatching(/^\/public/)]);
        expect(headers['x-gatehouse-user-id']).toBeUndefined();
      }
    }
    // Encoded, a line break is part of the path and stays one.
    await ask('GET /public/%0d%0aX-Gatehouse-User-Id:%20root HTTP/1.1', []);
    expect(reached()).toMatchObject([{ url: '/public/%0d%0aX-Gatehouse-User-Id:%20root' }]);
  });

  test('headers that speak for us are dropped, however they are written', async () => {
    for (const name of [
      'X_Gatehouse_User_Id',
      'x-gatehouse_user-id',
      'X-GATEHOUSE-USER-ID',
      'X_Forwarded_Host',
    ])
      await ask('GET /public HTTP/1.1', [`${name}: root.example`, 'Cookie: a=b']);
    const seen = reached();
    expect(seen).toHaveLength(4);
    expect(JSON.stringify(seen)).not.toContain('root.example');
    await ask('GET /public HTTP/1.1', ['X-Gatehouse-User-Id : root.example']);
    await ask('GET /public HTTP/1.1', ['X Gatehouse: root.example']);
    expect(reached()).toEqual([]);
  });

  test('a connection changes to WebSocket and to nothing else', async () => {
    const upgrade = (path: string, to: string) =>
      sendRaw(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade, HTTP2-Settings, close\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\nUpgrade: ${to}\r\n\r\n${smuggled}`,
      );
    for (const to of ['h2c', 'H2C', 'HTTP/2.0', 'TLS/1.3', 'websocket, h2c', 'h2c, websocket', 'made-up']) {
      const heard = await upgrade('/public', to);
      expect([to, heard]).toEqual([to, expect.not.stringContaining('101 Switching')]);
      for (const { url, headers } of reached()) {
        expect([to, url]).toEqual([to, expect.stringMatching(/^\/public/)]);
        expect(headers.upgrade).toBeUndefined();
      }
    }
    // An origin that answers with another protocol than it was asked for is not connected either.
    expect(await upgrade('/public/changes', 'websocket')).not.toContain('101 Switching');
    expect(reached().filter(({ url }) => url === 'tunnel')).toEqual([]);
    expect(await upgrade('/public', 'websocket')).toContain('101 Switching');
    expect(await upgrade('/ADMIN', 'websocket')).toContain('HTTP/1.1 401');
  });
});
