import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from './build.mjs';
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

/**
 * Watch mode. The server runs from its sources and starts again when they change; in front of it the two apps come
 * from Vite with hot reload, in the server's own pages, at the same addresses as in production.
 */
await run(async () => {
  await prepare();
  installHook();
  if (apps.some(({ name }) => !existsSync(join(root, 'packages', name, 'dist')))) await build();
  const { createServer: createVite } = await import('vite');
  const ports = [Number(process.env.PORT ?? 3001), Number(process.env.ADMIN_PORT ?? 3002)];
  const server = startServer(ports);
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
  process.on('SIGINT', () => {
    server.kill('SIGINT');
    process.exit(0);
  });
});

function startServer([port, adminPort]) {
  const env = {
    ...process.env,
    PORT: String(port + distance),
    ADMIN_PORT: String(adminPort + distance),
    ENDPOINT: process.env.ENDPOINT ?? `http://localhost:${port}`,
    ADMIN_ENDPOINT: process.env.ADMIN_ENDPOINT ?? `http://localhost:${adminPort}`,
  };
  const main = join(root, 'packages', 'server', 'src', 'main.ts');
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', main], {
    cwd: root,
    stdio: 'inherit',
    env,
  });
}

async function startFront(port, createVite) {
  const front = createServer();
  const vites = [];
  for (const app of apps) {
    const vite = await createVite({
      root: join(root, 'packages', app.name),
      configFile: join(root, 'packages', app.name, 'vite.config.ts'),
      appType: 'custom',
      server: { middlewareMode: true, hmr: { server: front, path: 'hot' } },
      logLevel: 'warn',
    });
    vites.push({ ...app, vite });
  }
  front.on('request', (incoming, outgoing) => {
    const app = vites.find(({ base }) => incoming.url.startsWith(base));
    const isPage = incoming.headers.accept?.includes('text/html');
    if (!app || isPage) return forward(incoming, outgoing, port + distance, vites);
    app.vite.middlewares(incoming, outgoing, () => forward(incoming, outgoing, port + distance, vites));
  });
  await new Promise(resolve => front.listen(port, resolve));
}

function forward(incoming, outgoing, port, vites) {
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
  onward.on('error', () => {
    outgoing
      .writeHead(502, { 'content-type': 'text/plain', 'retry-after': '1' })
      .end('The server is starting. Try again.');
  });
  incoming.pipe(onward);
}

/** The data of the server's page in the page of the sources. */
async function developmentPage(html, url, vites) {
  const app = vites.find(({ marker }) => html.includes(`id="${marker}"`));
  if (!app) return html;
  const data = html.match(new RegExp(`<script[^>]*id="${app.marker}"[^>]*>.*?</script>`, 's'))[0];
  const source = readFileSync(join(root, 'packages', app.name, 'index.html'), 'utf8');
  return app.vite.transformIndexHtml(
    url,
    source.replace(`<!--${app.marker}-->`, () => data),
  );
}
