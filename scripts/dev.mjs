import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, watch } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from './build.mjs';
import { startAgain } from './dev-start-again.mjs';
import { installHook } from './hook.mjs';
import { root } from './install-if-needed.mjs';
import { prepare, run } from './prepare.mjs';

/** The two apps: where their files are asked for, and the data that the server writes into their page. */
const apps = [
  { name: 'console', base: '/console/', marker: 'gatehouse-bootstrap' },
  { name: 'experience', base: '/experience/', marker: 'gatehouse-data' },
];

/** The server is behind this many ports; the public ones are ours. */
const distance = 10_000;

/** A server that is restarting refuses connections for a moment: idempotent requests are retried. */
const patienceMs = 5000;

/**
 * Watch mode. The server runs from its sources and takes its changes in within a second; in front of it the two apps come
 * from Vite with hot reload, in the server's own pages, at the same addresses as in production.
 */
await run(async () => {
  await prepare();
  installHook();
  if (apps.some(({ name }) => !existsSync(join(root, 'packages', name, 'dist')))) await build();
  const ports = [Number(process.env.PORT ?? 3001), Number(process.env.ADMIN_PORT ?? 3002)];
  const server = startServer(ports);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      await server.stop();
      process.exit(0);
    });
  await server.ready;
  const { createServer: createVite } = await import('vite');
  for (const port of ports) await startFront(port, createVite);
  const gallery = await createVite({
    configFile: join(root, 'packages', 'ui', 'vite.config.ts'),
    logLevel: 'warn',
  });
  await gallery.listen();
  const addresses = {
    Console: `http://localhost:${ports[1]}/console`,
    'Tenant endpoint': `http://localhost:${ports[0]}`,
    'Gallery of the kit': `http://localhost:${gallery.config.server.port}`,
  };
  const lines = Object.entries(addresses).map(([name, address]) => `  ${name.padEnd(18)}  ${address}`);
  console.log(`\n${lines.join('\n')}\n`);
});

function startServer([port, adminPort]) {
  const env = {
    ...process.env,
    PORT: String(port + distance),
    ADMIN_PORT: String(adminPort + distance),
    ENDPOINT: process.env.ENDPOINT ?? `http://localhost:${port}`,
    ADMIN_ENDPOINT: process.env.ADMIN_ENDPOINT ?? `http://localhost:${adminPort}`,
  };
  let child;
  let isStopping = false;
  const { promise: ready, resolve: tellReady } = Promise.withResolvers();
  const start = () => {
    child = fork(join(root, 'scripts', 'dev-server.mjs'), { cwd: root, env });
    child.once('message', tellReady);
    child.once('exit', code => {
      if (isStopping) return;
      // It has closed its database by then: the next one finds the data directory free.
      if (code === startAgain) return start();
      console.error('The server has ended. It starts again when a file of it changes.');
      const watcher = watch(join(root, 'packages', 'server', 'src'), { recursive: true }, () => {
        watcher.close();
        start();
      });
    });
  };
  start();
  return {
    ready,
    async stop() {
      isStopping = true;
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** An app's own Vite, made when its first page or file is asked for: together they take longer than the server. */
function lazily(make) {
  let made;
  return () => (made ??= make());
}

async function startFront(port, createVite) {
  const front = createServer();
  const vites = apps.map(app => ({
    ...app,
    vite: lazily(() =>
      createVite({
        root: join(root, 'packages', app.name),
        configFile: join(root, 'packages', app.name, 'vite.config.ts'),
        appType: 'custom',
        server: { middlewareMode: true, hmr: { server: front, path: 'hot' } },
        logLevel: 'warn',
      }),
    ),
  }));
  front.on('request', async (incoming, outgoing) => {
    const app = vites.find(({ base }) => incoming.url.startsWith(base));
    const isPage = incoming.headers.accept?.includes('text/html');
    if (!app || isPage) return forward(incoming, outgoing, port + distance, vites);
    const vite = await app.vite();
    vite.middlewares(incoming, outgoing, () => forward(incoming, outgoing, port + distance, vites));
  });
  await new Promise(resolve => front.listen(port, resolve));
}

function forward(incoming, outgoing, port, vites, since = performance.now()) {
  const { 'accept-encoding': _, ...headers } = incoming.headers;
  const options = { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers };
  const onward = request(options, async answer => {
    if (!answer.headers['content-type']?.startsWith('text/html')) {
      outgoing.writeHead(answer.statusCode, answer.headers);
      return answer.pipe(outgoing);
    }
    const page = await developmentPage(await text(answer), incoming.url, vites);
    // Hot reload needs inline scripts and a socket, which the strict policy of production forbids.
    const { 'content-security-policy': _policy, 'content-length': _length, ...rest } = answer.headers;
    outgoing.writeHead(answer.statusCode, rest).end(page);
  });
  const isAskedAgain = incoming.method === 'GET' || incoming.method === 'HEAD';
  onward.on('error', ({ code }) => {
    if (isAskedAgain && code === 'ECONNREFUSED' && performance.now() - since < patienceMs)
      return setTimeout(() => forward(incoming, outgoing, port, vites, since), 30);
    outgoing
      .writeHead(502, { 'content-type': 'text/plain', 'retry-after': '1' })
      .end('The server is starting. Try again.');
  });
  if (isAskedAgain) onward.end();
  else incoming.pipe(onward);
}

/** The data of the server's page in the page of the sources. */
async function developmentPage(html, url, vites) {
  const app = vites.find(({ marker }) => html.includes(`id="${marker}"`));
  if (!app) return html;
  const data = html.match(new RegExp(`<script[^>]*id="${app.marker}"[^>]*>.*?</script>`, 's'))[0];
  const source = readFileSync(join(root, 'packages', app.name, 'index.html'), 'utf8');
  const vite = await app.vite();
  return vite.transformIndexHtml(
    url,
    source.replace(`<!--${app.marker}-->`, () => data),
  );
}
