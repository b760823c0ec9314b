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

/** Follows the guide for a framework of Debian, which calls an API, too, from the sign-in to the sign-out. */
const followGuide = async (world, id, { prepare = async () => {}, place = file => file } = {}) => {
  const guide = await loadGuide(id);
  const { home } = await reserveSite();
  const [redirectUri, signOutUri] = [`${home}/callback`, `${home}/`];
  const { id: appId, secret } = await world.createClient(`${id} guide`, {
    redirectUris: [redirectUri],
    postLogoutRedirectUris: [signOutUri],
  });
  const api = await startOrdersApi(world, id);
  const { endpoint, issuer } = world;
  const values = { endpoint, issuer, appId, secret, redirectUri, signOutUri, audience: '', siteUrl: '', api };
  const steps = guide.steps(values);
  const directory = join(world.directory, `guide-${id}`);
  mkdirSync(directory);
  await prepare(directory);
  writeGuide(directory, steps, place);
  const [{ code }] = steps.find(({ name }) => name === 'run').snippets;
  // Debian has no `python`, which a virtual environment has.
  const command = code.replace(/^python /gm, 'python3 ').replace(/^(?=flask|.*runserver)/gm, 'exec ');
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

const walk = async ({ visit, person }, home) => {
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

export const flask = world => followGuide(world, 'flask');

export const django = world =>
  followGuide(world, 'django', {
    prepare: async directory => {
      const made = world.start('django-admin', ['startproject', 'shop', directory], { cwd: directory });
      if (made.isRunning()) await once(made.child, 'exit');
    },
    place: file => (file === 'urls.py' || file === 'settings.py' ? `shop/${file}` : file),
  });
