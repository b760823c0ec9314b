import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { machineTokenFor } from './support/machine-token.ts';
import type { Product } from './support/product.ts';
import { expect, test } from './support/test.ts';

const home = join(import.meta.dirname, 'openapi');
const generated = join(home, '.cache');

/** Runs a tool that is installed beside the test. It says on stdout what it found. */
const runTool = async (name: string, ...parameters: string[]) => {
  const path = join(home, 'node_modules/.bin', name);
  const run = promisify(execFile)(path, parameters, { cwd: home, maxBuffer: 2 ** 26 });
  return run.catch((error: { stdout: string; stderr: string }) => error);
};

/** The document as the product serves it, at addresses that linters take for real ones. */
const download = async ({ tenantEndpoint, adminEndpoint }: Product, path: string) => {
  const text = await (await fetch(`${tenantEndpoint}${path}`)).text();
  return text
    .replaceAll(tenantEndpoint, 'https://auth.gatehouse.app')
    .replaceAll(adminEndpoint, 'https://console.gatehouse.app');
};

test.beforeAll(async () => {
  await rm(generated, { recursive: true, force: true });
  await mkdir(generated);
});

for (const path of [
  'swagger.json',
  '.well-known/management.openapi.json',
  '.well-known/experience.openapi.json',
  '.well-known/user.openapi.json',
])
  test(`linters with their recommended rules have nothing to say about ${path}`, async ({ product }) => {
    const file = join(generated, path.replace('.well-known/', ''));
    await writeFile(file, await download(product, `/api/${path}`));
    const redocly = JSON.parse(
      (await runTool('redocly', 'lint', file, '--extends=recommended', '--format=json')).stdout,
    );
    // Paths such as /users/{id}/roles and /users/jobs/{id} are the dialect’s, and the server tells them apart.
    const problems = redocly.problems.filter(
      ({ ruleId }: { ruleId: string }) => ruleId !== 'no-ambiguous-paths',
    );
    expect(problems).toEqual([]);
    const rules = join(generated, 'spectral.yaml');
    await writeFile(rules, 'extends: ["spectral:oas"]\n');
    const spectral = await runTool('spectral', 'lint', file, '--ruleset', rules, '--format=json', '--quiet');
    expect(JSON.parse(spectral.stdout || '[]')).toEqual([]);
  });

test('three generators make clients that compile, and one of them manages roles', async ({
  product,
  management,
}) => {
  const file = join(generated, 'all.json');
  await writeFile(file, await download(product, '/api/swagger.json'));
  const printed = [
    await runTool('openapi-typescript', file, '--output', join(generated, 'openapi-typescript.ts')),
    await runTool(
      'openapi-ts',
      '--input',
      file,
      '--output',
      join(generated, 'hey-api'),
      '--client',
      '@hey-api/client-fetch',
    ),
    await runTool('oazapfts', file, join(generated, 'oazapfts.ts')),
    await runTool('tsc', '--project', home),
  ];
  expect(printed.at(-1)?.stdout, printed.map(({ stderr }) => stderr).join('\n')).toBe('');
  for (const [name, content] of [
    ['openapi-typescript.ts', 'ListRoles'],
    ['hey-api/sdk.gen.ts', 'listRoles'],
    ['oazapfts.ts', 'listRoles'],
  ] as const)
    expect(await readFile(join(generated, name), 'utf8')).toContain(content);

  const resource = managementAudience('default');
  const [role] = await management('GET', '/roles?type=MachineToMachine');
  const token = await machineTokenFor(product, management, { resource, scope: 'all' }, [role.id]);
  const { stdout } = await promisify(execFile)(process.execPath, [join(home, 'program.ts')], {
    env: { ...process.env, ENDPOINT: product.tenantEndpoint, TOKEN: token },
  });
  expect(JSON.parse(stdout)).toEqual({
    renamed: 'Renamed',
    isListed: true,
    total: true,
    taken: [422, 'role.name_in_use'],
    deleted: 204,
    gone: [404, 'entity.not_exists_with_id'],
  });
});
