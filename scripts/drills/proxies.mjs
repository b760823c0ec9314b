import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { managementAudience } from '../../packages/contract/src/dialect.ts';
import { createRequests } from '../../packages/server/src/drills/testing/requests.ts';
import { freePort } from '../../packages/server/src/http/testing/free-port.ts';
import { root } from '../install-if-needed.mjs';
import { commandPath } from './support/components.mjs';
import { createProduct } from './support/product.mjs';
import { startProgram, until } from './support/programs.mjs';

export const title = 'sign-ins through nginx and Caddy with the configuration in deploy/';
export const needs = ['nginx', 'caddy', 'openssl'];

const person = { username: 'ann', password: 'correct horse battery' };
/** Another address of this machine, so that the client is not where the proxy is. */
const clientAddress = '127.0.0.7';
const longText = 'x'.repeat(6000);

export const run = async context => {
  const rows = [];
  for (const [name, startProxy] of [
    ['nginx', startNginx],
    ['Caddy', startCaddy],
  ]) {
    const started = performance.now();
    const failures = await signInThrough(context, name, startProxy);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    rows.push({
      case: name,
      lost: 0,
      failures,
      details: `sign-in, client address, long headers: ${seconds} s`,
    });
  }
  return rows;
};

const signInThrough = async (context, name, startProxy) => {
  const [port, plainPort] = [await freePort(), await freePort()];
  const endpoint = `https://localhost:${port}`;
  const admin = `https://127.0.0.1:${port}`;
  const product = await createProduct(context, { name, endpoint, env: { ADMIN_ENDPOINT: admin } });
  await product.start();
  const directory = join(context.directory, `proxy-${name}`);
  mkdirSync(directory);
  const ports = { port, plainPort, tenants: product.port, console: Number(product.running.env.ADMIN_PORT) };
  const { program, certificate } = startProxy(context, directory, ports);
  await until(`${name} has a certificate`, () => existsSync(certificate), { program });
  setDefaultCACertificates([...getCACertificates(), readFileSync(certificate, 'utf8')]);
  const isReady = () =>
    fetch(`${endpoint}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(`${name} serves`, isReady, { program });
  const manager = JSON.parse(await product.command('m2m', 'create', '--name', 'Drill', '--json'));
  const requests = await createRequests(endpoint, manager);
  const application = await requests.createApplication();
  const clientId = application?.id ?? '';
  await requests.manage('POST', '/users', person);
  await requests.signInPerson(clientId, person);
  const failures = requests.failures.map(failure => JSON.stringify(failure));
  const expectStatus = async (what, expected, url, headers = {}) => {
    const { status } = await ask(url, { headers });
    if (status !== expected) failures.push(`${what}: ${status} instead of ${expected}`);
  };
  await expectStatus('console', 200, `${admin}/console`);
  await expectStatus('metrics', 404, `${admin}/metrics`);
  await expectStatus('question about certificates', 404, `${endpoint}/tls/check?domain=localhost`);
  // The state goes forth in the address and comes back in the headers of the answer.
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: 'https://app.example/callback',
    response_type: 'code',
    prompt: 'none',
    state: longText,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  await expectStatus('long state', 303, `${endpoint}/oidc/auth?${query}`);
  await expectStatus('long cookie', 200, `${endpoint}/demo-app`, { cookie: `long=${longText}` });
  failures.push(...(await findWrongAddress(requests, endpoint, manager)));
  await program.end('SIGTERM');
  return failures;
};

/** A client that names another address in its own header is logged with the address of its connection. */
const findWrongAddress = async (requests, endpoint, { id, secret }) => {
  const { status } = await ask(`${endpoint}/oidc/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${id}:${secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': '203.0.113.9',
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      resource: managementAudience('default'),
    }).toString(),
  });
  if (status !== 200) return [`the token request got ${status}`];
  let addresses = [];
  const isLogged = async () => {
    const logs = (await requests.manage('GET', '/logs?page_size=50')) ?? [];
    addresses = [...new Set(logs.map(({ payload }) => payload.ip))];
    return addresses.some(address => address !== '127.0.0.1');
  };
  await until('the request is logged', isLogged, { seconds: 20 }).catch(() => undefined);
  if (addresses.toSorted().join() !== `127.0.0.1,${clientAddress}`)
    return [`the log has the addresses ${addresses.join(', ')}`];
  return [];
};

const ask = async (url, { method = 'GET', headers, body } = {}) => {
  const { promise, resolve, reject } = Promise.withResolvers();
  const { hostname } = new URL(url);
  // By IPv4 and from another address than the proxy's.
  const options = {
    method,
    headers,
    host: '127.0.0.1',
    servername: hostname === 'localhost' ? hostname : '',
    localAddress: clientAddress,
  };
  request(url, options, resolve).on('error', reject).end(body);
  const answer = await promise;
  return { status: answer.statusCode, text: await text(answer) };
};

/** The file in `deploy/` with this machine's ports and names; every pattern must be there. */
const adapt = (file, changes) => {
  let content = readFileSync(join(root, 'deploy', file), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!content.includes(from)) throw new Error(`deploy/${file} has no "${from}".`);
    content = content.replaceAll(from, to);
  }
  return content;
};

const startNginx = (context, directory, { port, plainPort, tenants, console: consolePort }) => {
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
  execFileSync(
    commandPath('openssl'),
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  );
  const server = adapt('nginx.conf', {
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen 443 ': `listen 127.0.0.1:${port} `,
    '127.0.0.1:3001': `127.0.0.1:${tenants}`,
    '127.0.0.1:3002': `127.0.0.1:${consolePort}`,
    '/etc/ssl/auth.example.com/fullchain.pem': certificate,
    '/etc/ssl/auth.example.com/privkey.pem': key,
    '/etc/ssl/console.example.com/fullchain.pem': certificate,
    '/etc/ssl/console.example.com/privkey.pem': key,
    'auth.example.com': 'localhost',
    'console.example.com': '127.0.0.1',
  });
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(directory, name)};`,
  );
  const file = join(directory, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${join(directory, 'pid')}; error_log stderr;\nevents {}\nhttp { access_log off; ${scratch.join(' ')}\n${server} }\n`,
  );
  return { certificate, program: startProgram(context, 'nginx', ['-c', file, '-e', 'stderr']) };
};

const startCaddy = (context, directory, { port, plainPort, tenants, console: consolePort }) => {
  const sites = adapt('Caddyfile', {
    'gatehouse:3001': `127.0.0.1:${tenants}`,
    'gatehouse:3002': `127.0.0.1:${consolePort}`,
  });
  const file = join(directory, 'Caddyfile');
  writeFileSync(
    file,
    `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1\n}\n${sites}`,
  );
  const env = {
    AUTH_HOST: 'localhost',
    CONSOLE_HOST: '127.0.0.1',
    HOME: directory,
    XDG_DATA_HOME: directory,
  };
  const program = startProgram(context, 'caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env,
  });
  return { certificate: join(directory, 'caddy', 'pki', 'authorities', 'local', 'root.crt'), program };
};
