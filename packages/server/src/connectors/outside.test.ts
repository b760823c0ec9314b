import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errors } from '@gatehouse/contract/errors.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createLogger } from '../log.ts';
import { loadOutsideConnectors } from './outside.ts';
import { type StandIn, startStandIn } from './testing/stand-in.ts';

const metadata = {
  id: 'carrier-pigeon',
  type: 'Sms',
  target: 'carrier-pigeon',
  platform: null,
  name: { en: 'Carrier pigeon' },
  description: { en: 'Send text messages by pigeon.' },
  logo: 'data:image/svg+xml,',
  logoDark: null,
  readme: 'Feed the pigeon.',
  formItems: [{ type: 'Text', key: 'loft', label: 'Loft', required: true }],
};

/** The error codes of the specification. */
const codes = [
  'general',
  'invalid_metadata',
  'unexpected_type',
  'invalid_config_guard',
  'invalid_request_parameters',
  'insufficient_request_parameters',
  'invalid_config',
  'invalid_certificate',
  'invalid_response',
  'template_not_found',
  'template_not_supported',
  'rate_limit_exceeded',
  'not_implemented',
  'social_auth_code_invalid',
  'social_invalid_access_token',
  'social_invalid_id_token',
  'authorization_failed',
] as const;

/** Without any library: whatever judges a configuration by `safeParse` will do. */
const source = (definition: string) => `
  const config = {
    safeParse: data =>
      typeof data?.loft === 'string'
        ? { success: true, data }
        : { success: false, error: { issues: [{ code: 'custom', path: ['loft'], message: 'Name a loft.' }] } },
  };
  const metadata = ${JSON.stringify(metadata)};
  const codes = ${JSON.stringify(codes)};
  export const connector = ${definition};
`;
const pigeon = `{
  metadata,
  config,
  async send(outgoing, { loft }, { to }) {
    if (to === '0') throw new Error('No pigeon flies there');
    if (to.startsWith('49999')) throw Object.assign(new Error('No'), { code: codes[Number(to.slice(5))] });
    if (to === '1') throw Object.assign(new Error('The sky is full'), { code: 'rate_limit_exceeded' });
    if (to === '2') for (;;);
    const nests = [];
    if (to === '3') for (;;) nests.push({ nests: [...nests] });
    if (to === '4') for (;;) nests.push(Buffer.alloc(1_000_000, 1));
    if (to === '5') process.exit();
    if (to === '6') setTimeout(() => { throw new Error('Shot on the way'); });
    if (to === '6') await new Promise(() => {});
    await outgoing.fetch('https://pigeons.example/' + loft + '?secret=' + process.env.GATEHOUSE_SECRET_KEY + '&to=' + to);
  },
}`;
const swallow = `{
  metadata: { ...metadata, id: 'swallow', type: 'Social', platform: 'Universal' },
  config,
  social: {
    authorizationUri: async (outgoing, config, { state }) => 'https://swallows.example/?state=' + state,
    readAccount: async (outgoing, config, { id }) => ({ id }),
  },
}`;

let folder: string;
let app: TestApp;
let world: StandIn;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-connectors-'));
  world = await startStandIn();
  world.answer({ 'pigeons.example/North': {} });
  const path = await install('birds', source(`[${pigeon}, ${swallow}]`));
  app = await startTestApp('postgresql', {
    variables: { GATEHOUSE_CONNECTORS: path, GATEHOUSE_CONNECTORS_URL: world.url },
  });
});
afterAll(async () => {
  await app.close();
  await world.close();
  await rm(folder, { recursive: true });
});

const install = async (name: string, code: string) => {
  const directory = join(folder, 'node_modules', name);
  await mkdir(directory, { recursive: true });
  await writeFile(
    join(directory, 'package.json'),
    JSON.stringify({ name, type: 'module', exports: './index.js' }),
  );
  await writeFile(join(directory, 'index.js'), code);
  return join(directory, 'index.js');
};

const send = (phone: string) =>
  app.manage('POST', '/connectors/carrier-pigeon/test', { phone, config: { loft: 'North' } });

test('[ENT-11] a connector of an outside package is offered, judged and run like ours, and sees no secret of ours', async () => {
  const { body: factories } = await app.manage('GET', '/connector-factories');
  expect(factories.at(-2)).toMatchObject({ id: 'carrier-pigeon', name: { en: 'Carrier pigeon' } });
  const create = (connectorId: string, config: object) =>
    app.manage('POST', '/connectors', { id: connectorId, connectorId, config });
  expect((await create('carrier-pigeon', {})).body).toMatchObject({
    code: 'connector.invalid_config',
    details: 'config.loft: This field is required.',
  });
  expect((await create('carrier-pigeon', { loft: 'North' })).status).toBe(200);
  process.env.GATEHOUSE_SECRET_KEY = 'kept to ourselves';
  expect((await send('491512345')).status).toBe(204);
  delete process.env.GATEHOUSE_SECRET_KEY;
  expect(world.asked.map(({ query }) => Object.fromEntries(query))).toEqual([
    { secret: 'undefined', to: '491512345' },
  ]);
  expect((await send('0')).body.code).toBe('connector.general');
  expect((await send('1')).body).toMatchObject({
    code: 'connector.rate_limit_exceeded',
    data: { message: 'The sky is full' },
  });

  await create('swallow', { loft: 'South' });
  const trip = { state: 'there', redirectUri: `${app.env.ENDPOINT}/callback/swallow` };
  const begun = await app.manage('POST', '/connectors/swallow/authorization-uri', trip);
  expect(begun.body).toEqual({ redirectTo: 'https://swallows.example/?state=there' });
  const { body: user } = await app.manage('POST', '/users', { username: 'birder' });
  const link = (connectorData: object) =>
    app.manage('POST', `/users/${user.id}/identities`, {
      connectorId: 'swallow',
      connectorData: { ...trip, ...connectorData },
    });
  expect((await link({ id: 7 })).body.code).toBe('connector.invalid_response');
  expect((await link({ id: 'seven' })).body).toMatchObject({ 'carrier-pigeon': { userId: 'seven' } });
});

test.each([...codes.entries()])('[ENT-32] a connector can refuse by code %i, %s', async (index, code) => {
  const { status, body } = await send(`49999${index}`);
  expect({ status, code: body.code }).toEqual({
    status: errors[`connector.${code}`],
    code: `connector.${code}`,
  });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body.message).not.toBe(body.code);
});

test('[ENT-32] the API describes each answer by the name of its status', async () => {
  const { body } = await call(`${app.env.ENDPOINT}/api/swagger.json`);
  const { responses } = body.paths['/api/connectors/{id}'].get;
  expect(responses['200'].description).toBe('OK');
  expect(responses['401'].description).toMatch(/^Unauthorized: /);
  const paths = Object.values(body.paths) as Record<
    string,
    { responses: Record<string, { description: string }> }
  >[];
  for (const operation of paths.flatMap(path => Object.values(path)))
    for (const [code, { description }] of Object.entries(operation.responses))
      expect(description, code).toMatch(/^[A-Z]/);
});

test.each([
  ['loops for ever', '2'],
  ['fills the heap', '3'],
  ['fills the memory beside the heap', '4'],
  ['ends its process', '5'],
  ['throws where nobody listens', '6'],
])('a connector of an outside package that %s stops itself alone, and works again', async (_, phone) => {
  const failing = send(phone);
  // Meanwhile all other requests are served.
  expect((await app.manage('GET', '/connector-factories/carrier-pigeon')).status).toBe(200);
  expect((await failing).body.code).toBe('connector.general');
  expect((await send('491512345')).status).toBe(204);
});

test('[ENT-11] a package that is missing or wrong is named, with the reason', async () => {
  await install('nothing', 'export const other = 1;');
  await install('broken', 'throw new Error("out of grain");');
  await install('silent', source('{ metadata, config }'));
  await install('nameless', source('{ metadata: { ...metadata, name: undefined }, config, send() {} }'));
  await install('twice', source(`[${pigeon}, ${pigeon}]`));
  const taken = 'simplemail-transfer-protocol';
  await install('taken', source(`{ metadata: { ...metadata, id: '${taken}' }, config, send() {} }`));
  const load = (name: string) =>
    loadOutsideConnectors([name], {
      directory: folder,
      outgoing: { reachesPrivateNetworks: true },
      logger: createLogger('silent'),
    });
  await expect(load('absent')).rejects.toThrow('the package absent cannot be used: it is not installed.');
  await expect(load('nothing')).rejects.toThrow('exports neither `default` nor `connector`');
  await expect(load('broken')).rejects.toThrow('out of grain');
  await expect(load('silent')).rejects.toThrow('the others need `send`');
  await expect(load('nameless')).rejects.toThrow('metadata.name');
  await expect(load('taken')).rejects.toThrow(`id ${taken} already`);
  await expect(load('twice')).rejects.toThrow('id carrier-pigeon already');
});
