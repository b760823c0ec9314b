import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { programs } from './testing/programs.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp('postgresql');
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-bundle-'));
  await app.manage('POST', '/roles', { name: 'Clerk', description: 'Handles orders' });
  await app.manage('POST', '/hooks', {
    name: 'Warehouse',
    events: ['User.Created'],
    config: { url: 'https://warehouse.example/hook', headers: { authorization: 'of-the-warehouse' } },
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const run = async (parameters: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [programs.command, ...parameters], {
    env: {
      PATH: process.env.PATH,
      GATEHOUSE_URL: app.env.ENDPOINT,
      GATEHOUSE_CLIENT_ID: app.manager.id,
      GATEHOUSE_CLIENT_SECRET: app.manager.secret,
      ...env,
    },
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, output, errors };
};

test('a tenant is pulled, planned and applied from a folder', async () => {
  const pulled = await run(['pull', folder]);
  expect(pulled).toMatchObject({ code: 0, output: expect.stringContaining('wrote   roles/clerk.yaml') });
  expect(await run(['plan', folder])).toMatchObject({
    code: 0,
    output: '0 to create, 0 to update, 0 to delete, 6 unchanged.\n',
  });

  const role = join(folder, 'roles/clerk.yaml');
  await writeFile(role, (await readFile(role, 'utf8')).replace('Handles orders', 'Ships orders'));
  await writeFile(join(folder, 'roles/packer.yaml'), 'name: Packer\ndescription: Packs orders\n');
  const planned = await run(['plan', folder, '--exit-code']);
  expect(planned.code).toBe(2);
  expect(planned.output).toContain(
    '~ roles/clerk.yaml\n    description: "Handles orders" → "Ships orders"\n',
  );
  expect(planned.output).toContain('+ roles/packer.yaml\n');
  expect(planned.output).toContain('1 to create, 1 to update, 0 to delete, 5 unchanged.\n');
  expect(JSON.parse((await run(['plan', folder, '--json'])).output).changes).toHaveLength(2);

  expect((await run(['apply', folder])).output).toMatch(/Applied as the change \w+\.\n$/);
  const { body: roles } = await app.manage('GET', '/roles');
  expect(roles.map(({ description }: { description: string }) => description)).toEqual(
    expect.arrayContaining(['Ships orders', 'Packs orders']),
  );
  expect((await run(['apply', folder])).output).toContain('Nothing to apply.');

  const secret = { WEBHOOKS_WAREHOUSE_CONFIG_HEADERS_AUTHORIZATION: 'another' };
  expect((await run(['apply', folder], secret)).output).toContain(
    '~ webhooks/warehouse.yaml\n    config.headers.authorization: (secret)\n',
  );
  const { body: hooks } = await app.manage('GET', '/hooks');
  expect(hooks[0].config.headers).toEqual({ authorization: 'another' });
});

test('two bundles are compared', async () => {
  await run(['pull', folder]);
  expect((await run(['diff', folder, app.env.ENDPOINT], other())).output).toBe(
    '0 to create, 0 to update, 0 to delete, 6 unchanged.\n'.replace('6', '7'),
  );
  await app.manage('POST', '/roles', { name: 'Late', description: 'Came between' });
  expect((await run(['diff', folder, app.env.ENDPOINT], other())).output).toContain('+ roles/late.yaml\n');
  expect((await run(['diff', app.env.ENDPOINT, folder])).output).toContain('- roles/late.yaml\n');
});

const other = () => ({
  GATEHOUSE_OTHER_CLIENT_ID: app.manager.id,
  GATEHOUSE_OTHER_CLIENT_SECRET: app.manager.secret,
});

test('what is missing or wrong is told', async () => {
  expect(await run(['pull'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('<folder> is missing.'),
  });
  expect(await run(['plan', join(folder, 'nowhere')])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('There is no folder'),
  });
  expect(await run(['pull', folder], { GATEHOUSE_URL: '' })).toMatchObject({
    code: 1,
    errors: 'Set the environment variable GATEHOUSE_URL.\n',
  });
  expect(await run(['pull', folder], { GATEHOUSE_URL: 'http://127.0.0.1:1' })).toMatchObject({
    code: 1,
    errors: expect.stringContaining('http://127.0.0.1:1 cannot be reached'),
  });
  expect((await run(['pull', folder], { GATEHOUSE_CLIENT_SECRET: 'wrong' })).code).toBe(1);
  await writeFile(join(folder, 'roles/clerk.yaml'), 'name: [');
  expect((await run(['plan', folder])).errors).toMatch(/^roles\/clerk\.yaml, line \d+: /);
});
