import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { allOperations } from './all-operations.ts';

const run = promisify(execFile);
const root = new URL('../../../..', import.meta.url).pathname;

type Described = {
  operationId: string;
  requestBody?: { content: Record<string, { example?: unknown }> };
  'x-codeSamples': { lang: string; label: string; source: string }[];
};

let app: TestApp;
let byId: Map<string, Described>;
beforeAll(async () => {
  app = await startTestApp('postgresql');
  const { body } = await call(`${app.env.ENDPOINT}/api/swagger.json`);
  const operations = Object.values(body.paths).flatMap(methods => Object.values(methods as object));
  byId = new Map(operations.map(operation => [operation.operationId, operation]));
});
afterAll(() => app.close());

const sourceOf = (id: string, lang: string) =>
  byId.get(id)?.['x-codeSamples'].find(sample => sample.lang === lang)?.source ?? '';

test('every operation has a curl and a TypeScript example with its own address, and a query and a body that it accepts', () => {
  for (const { api, id, row, path } of allOperations()) {
    const described = byId.get(id);
    expect(
      described?.['x-codeSamples'].map(({ lang }) => lang),
      id,
    ).toEqual(['Shell', 'TypeScript']);
    const endpoint = ['setup', 'me', 'cloud'].includes(api) ? app.env.ADMIN_ENDPOINT : app.env.ENDPOINT;
    const address = new RegExp(`'${endpoint}${path.replace(/\{\w+\}/g, '[^/{}]+')}(\\?[^']*)?'`);
    for (const lang of ['Shell', 'TypeScript']) expect(sourceOf(id, lang), id).toMatch(address);
    const { searchParams } = new URL(/'(http[^']*)'/.exec(sourceOf(id, 'Shell'))?.[1] ?? '');
    const query = Object.fromEntries([...searchParams].filter(([name]) => !/^page(_size)?$/.test(name)));
    expect(z.safeParse(row.query ?? z.object({}), query).error?.issues ?? [], id).toEqual([]);
    if (!row.body) continue;
    const example = described?.requestBody?.content['application/json']?.example;
    const parsed = z.safeParse(row.body, example);
    expect(parsed.error?.issues ?? [], id).toEqual([]);
    const [, sent = ''] = /--data '([\s\S]*)'(?: \\|$)/.exec(sourceOf(id, 'Shell')) ?? [];
    expect(JSON.parse(sent.replaceAll("'\\''", "'")), id).toEqual(example);
  }
});

test('the TypeScript examples type-check', async () => {
  const directory = await mkdtemp(join(root, 'node_modules/.cache-samples-'));
  try {
    for (const id of byId.keys())
      await writeFile(join(directory, `${id}.ts`), `${sourceOf(id, 'TypeScript')}\nexport {};\n`);
    await writeFile(
      join(directory, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          module: 'nodenext',
          target: 'es2024',
          types: ['node'],
        },
        include: ['*.ts'],
      }),
    );
    const compiler = join(root, 'node_modules/.bin/tsc');
    const { stdout } = await run(compiler, ['--project', directory]).catch(error => error);
    expect(stdout).toBe('');
  } finally {
    await rm(directory, { recursive: true });
  }
});

/** Runs an example as a reader would, with the IDs of what there is in place of the example's. */
const runCurl = async (id: string, ids: Record<string, string> = {}) => {
  let source = sourceOf(id, 'Shell');
  for (const [example, real] of Object.entries(ids)) source = source.replaceAll(example, real);
  const { stdout } = await run('bash', ['-c', `${source} --silent --write-out '\\n%{http_code}'`], {
    env: { ...process.env, TOKEN: app.token },
  });
  const lines = stdout.split('\n');
  const status = Number(lines.pop());
  const text = lines.join('\n');
  return { status, body: text ? JSON.parse(text) : undefined };
};

const exampleId = 'x3k9w7q2m5r8t1v4y6z0b';

test.each([
  ['Role', 'Roles', 200],
  ['Resource', 'Resources', 201],
  ['Application', 'Applications', 200],
  ['User', 'Users', 200],
  ['Organization', 'Organizations', 201],
  ['OrganizationRole', 'OrganizationRoles', 201],
  ['OrganizationScope', 'OrganizationScopes', 201],
  ['Hook', 'Hooks', 201],
])('the curl examples of %s create, list, read, update and delete one', async (one, many, created) => {
  const made = await runCurl(`Create${one}`);
  expect(made, JSON.stringify(made.body)).toMatchObject({
    status: created,
    body: { id: expect.any(String) },
  });
  const ids = { [exampleId]: made.body.id, u7m2k9p4w1qx: made.body.id };
  const listed = await runCurl(`List${many}`);
  expect(listed.body.map(({ id }: { id: string }) => id)).toContain(made.body.id);
  expect(await runCurl(`Get${one}`, ids)).toMatchObject({ status: 200, body: { id: made.body.id } });
  const updated = await runCurl(`Update${one}`, ids);
  expect(updated, JSON.stringify(updated.body)).toMatchObject({ status: 200, body: { id: made.body.id } });
  expect(await runCurl(`Delete${one}`, ids)).toMatchObject({ status: 204 });
  expect(await runCurl(`Get${one}`, ids)).toMatchObject({ status: 404 });
});
