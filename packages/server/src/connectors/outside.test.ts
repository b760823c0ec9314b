import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { loadOutsideConnectors } from './outside.ts';

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

/** Without any library: whatever judges a configuration by `safeParse` will do. */
const source = (definition: string) => `
  const config = {
    safeParse: data =>
      typeof data?.loft === 'string'
        ? { success: true, data }
        : { success: false, error: { issues: [{ code: 'custom', path: ['loft'], message: 'Name a loft.' }] } },
  };
  const metadata = ${JSON.stringify(metadata)};
  export const connector = ${definition};
`;
const pigeon = `{
  metadata,
  config,
  async send(outgoing, { loft }, { to }) {
    if (to === '0') throw new Error('No pigeon flies there');
    globalThis.flight = loft + ' to ' + to;
  },
}`;

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-connectors-'));
  const path = await install('pigeon', source(pigeon));
  app = await startTestApp('embedded', { variables: { GATEHOUSE_CONNECTORS: path } });
});
afterAll(async () => {
  await app.close();
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

test('[ENT-11] a connector of an outside package is offered, judged and run like ours', async () => {
  const { body: factories } = await app.manage('GET', '/connector-factories');
  expect(factories.at(-1)).toMatchObject({ id: 'carrier-pigeon', name: { en: 'Carrier pigeon' } });
  const create = (config: object) =>
    app.manage('POST', '/connectors', { connectorId: 'carrier-pigeon', config });
  expect((await create({})).body.code).toBe('connector.invalid_config');
  expect((await create({ loft: 'North' })).status).toBe(200);
  const send = (phone: string) =>
    app.manage('POST', '/connectors/carrier-pigeon/test', { phone, config: { loft: 'North' } });
  expect((await send('491512345')).status).toBe(204);
  expect(globalThis).toHaveProperty('flight', 'North to 491512345');
  expect((await send('0')).body.code).toBe('connector.general');
});

test('[ENT-11] a package that is missing or wrong is named, with the reason', async () => {
  await install('nothing', 'export const other = 1;');
  await install('broken', 'throw new Error("out of grain");');
  await install('silent', source('{ metadata, config }'));
  await install('nameless', source('{ metadata: { ...metadata, name: undefined }, config, send() {} }'));
  await install('twice', source(`[${pigeon}, ${pigeon}]`));
  const taken = 'simple-mail-transfer-protocol';
  await install('taken', source(`{ metadata: { ...metadata, id: '${taken}' }, config, send() {} }`));
  const load = (name: string) => loadOutsideConnectors([name], folder);
  await expect(load('absent')).rejects.toThrow('the package absent cannot be used: it is not installed.');
  await expect(load('nothing')).rejects.toThrow('exports neither `default` nor `connector`');
  await expect(load('broken')).rejects.toThrow('out of grain');
  await expect(load('silent')).rejects.toThrow('the others need `send`');
  await expect(load('nameless')).rejects.toThrow('metadata.name');
  await expect(load('taken')).rejects.toThrow(`id ${taken} already`);
  await expect(load('twice')).rejects.toThrow('id carrier-pigeon already');
});
