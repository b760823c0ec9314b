import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { filesOf } from '../../packages/console/src/areas/applications/guides/guide.ts';
import { loadGuide } from '../../packages/console/src/areas/applications/guides/load.ts';
import { until } from '../drills/support/programs.mjs';
import { readPage, reserveSite } from './world.mjs';

const scope = 'read:orders';

/** An API that accepts the product's tokens, and a role with which the user may call it. */
const startOrdersApi = async ({ issuer, manage, person, defer }, name) => {
  const resource = `https://${name}.example.com`;
  const { id } = await manage('POST', '/resources', { name: `Orders ${name}`, indicator: resource });
  const { id: scopeId } = await manage('POST', `/resources/${id}/scopes`, { name: scope });
  const role = { name: `Clerk ${name}`, description: 'Reads orders', scopeIds: [scopeId] };
  const { id: roleId } = await manage('POST', '/roles', role);
  await manage('POST', `/users/${person.id}/roles`, { roleIds: [roleId] });
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
  const isAllowed = async ({ headers }) => {
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    const { payload } = await jwtVerify(token, keys, { issuer, audience: resource });
    return payload.scope === scope;
  };
  const server = createServer(async (request, response) => {
    const status = (await isAllowed(request).catch(() => false)) ? 200 : 401;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"orders": []}');
  });
  await once(server.listen(0, 'localhost'), 'listening');
  defer(() => server.close());
  return { resource, scope, url: `http://localhost:${server.address().port}/orders` };
};

/** Writes the files of a guide. The tool of the framework has made the others, which a file can be added to. */
const writeGuide = (directory, steps, place) => {
  for (const { file, code } of filesOf(steps)) {
    const path = join(directory, place(file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code, { flag: 'a' });
  }
};

/** Debian has no `python`, which a virtual environment has. */
const withPython3 = code => code.replace(/^python /gm, 'python3 ');

/** Follows the guide for a framework of Debian, which calls an API, too, from the sign-in to the sign-out. */
const followGuide = async (
  world,
  id,
  {
    fields = {},
    prepare = async () => {},
    place = file => file,
    start = withPython3,
    walk = walkFromApi,
  } = {},
) => {
  const guide = await loadGuide(id);
  const { home } = await reserveSite();
  const [redirectUri, signOutUri] = [`${home}${new URL(guide.redirectUri).pathname}`, `${home}/`];
  const addresses = { redirectUris: [redirectUri], postLogoutRedirectUris: [signOutUri] };
  const { id: appId, secret } = await world.createClient(`${id} guide`, addresses, fields);
  const api = await startOrdersApi(world, id);
  const { endpoint, issuer } = world;
  const values = { endpoint, issuer, appId, secret, redirectUri, signOutUri, audience: '', siteUrl: '', api };
  const steps = guide.steps(values);
  const directory = join(world.directory, `guide-${id}`);
  mkdirSync(directory);
  await prepare(directory);
  writeGuide(directory, steps, place);
  const [{ code }] = steps.find(({ name }) => name === 'run').snippets;
  const command = start(code).replace(/^(?=flask|uvicorn|python3.*runserver|bin\/rails)/gm, 'exec ');
  const env = { PATH: '/usr/bin:/bin', PYTHONDONTWRITEBYTECODE: '1' };
  const program = world.start('sh', ['-ec', command], { cwd: directory, env });
  const serves = () =>
    fetch(home).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(`${id} serves`, serves, { program });
  await walk(world, home);
};

const walkFromApi = async ({ visit, person }, home) => {
  const visitor = visit();
  // Without a token, the API answers 401, and the user is sent to sign in.
  const { user } = readPage(await visitor.open(`${home}/orders`));
  assert.equal(user.sub, person.id);
  assert.equal(visitor.signIns(), 1);
  assert.deepEqual(readPage(await visitor.open(`${home}/orders`)), { orders: [] });
  const { address } = await visitor.open(`${home}/sign-out`);
  assert.equal(address, `${home}/`);
  await visitor.open(`${home}/sign-in`);
  assert.equal(visitor.signIns(), 2, 'The session at the provider has outlived the sign-out.');
};

const finish = async program => {
  if (program.isRunning()) await once(program.child, 'exit');
};

export const flask = world => followGuide(world, 'flask');

export const fastapi = world =>
  followGuide(world, 'fastapi', {
    // Debian's parts are older: of the client for HTTP before it was renamed, and without the command of FastAPI.
    prepare: async cwd => writeFileSync(join(cwd, 'httpx2.py'), 'from httpx import *\n'),
    start: code => code.replace('fastapi dev main.py', 'uvicorn main:app --host localhost'),
  });

export const django = world =>
  followGuide(world, 'django', {
    prepare: cwd => finish(world.start('django-admin', ['startproject', 'shop', cwd], { cwd })),
    place: file => (file === 'urls.py' || file === 'settings.py' ? `shop/${file}` : file),
  });

/** The gems of the guide, under the names that Debian gives them; it lacks the part of dotenv for Rails. */
const gems = `gem "railties"
gem "puma"
gem "dotenv", require: "dotenv/load"
gem "omniauth-rails_csrf_protection"
gem "gitlab-omniauth-openid-connect", require: "omniauth_openid_connect"
gem "net-smtp"
`;
const leftOut = ['active-record', 'git', 'javascript', 'listen', 'sprockets', 'test'].map(
  part => `--skip-${part}`,
);

export const rails = world =>
  followGuide(world, 'rails', {
    // Debian's gem is older than its option for PKCE.
    fields: { isPkceRequired: false },
    prepare: async cwd => {
      const parameters = ['new', cwd, '--minimal', '--skip-bundle', '--quiet', ...leftOut];
      await finish(world.start('rails', parameters, { cwd }));
      writeFileSync(join(cwd, 'Gemfile'), gems);
    },
    walk: walkFromHome,
  });

/** The page of the start signs users in by a form, which the visitor sends. */
const walkFromHome = async ({ visit, person }, home) => {
  const visitor = visit();
  const welcome = `Signed in as ${person.name}`;
  const arrived = await visitor.open(`${home}/orders`);
  assert(arrived.text.includes(welcome), `${arrived.address} shows no user:\n${arrived.text}`);
  assert.equal(visitor.signIns(), 1);
  assert.deepEqual(readPage(await visitor.open(`${home}/orders`)), { orders: [] });
  const { text } = await visitor.open(`${home}/sign-out`);
  assert(text.includes(welcome), `Not signed in again:\n${text}`);
  assert.equal(visitor.signIns(), 2, 'The session at the provider has outlived the sign-out.');
};
