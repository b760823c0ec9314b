import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { findCommand } from '../../../scripts/drills/support/components.mjs';
import { parseEnvironment, variables } from './env.ts';
import { call, startTestApp, type TestApp } from './http/testing/app.ts';

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const dockerfile = read('Dockerfile');
const [settings, deployment] = parseAllDocuments(read('deploy/kubernetes/gatehouse.yaml')).map(document =>
  document.toJS(),
);
const [container] = deployment.spec.template.spec.containers;
const compose = parse(read('deploy/compose.yaml'));
const unit = read('deploy/gatehouse.service');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('postgresql');
});
afterAll(() => app.close());

const environments: [string, Record<string, string>][] = [
  ['Kubernetes', settings.data],
  ['Compose', compose.services.gatehouse.environment],
  ['systemd', readPairs(/^Environment=(.+)$/m.exec(unit)?.[1])],
  ['the image', readPairs(/^ENV (.+)$/m.exec(dockerfile)?.[1])],
];

test.each(environments)('the settings of %s are variables that the server knows', (_, environment) => {
  const { NODE_ENV, ...ours } = environment;
  expect([undefined, 'production']).toContain(NODE_ENV);
  expect(Object.keys(ours).filter(name => !(name in variables.shape))).toEqual([]);
});

test('the ports of the image, of Compose, of Kubernetes and of both proxies are the ones that the server listens on', () => {
  const { PORT, ADMIN_PORT } = parseEnvironment({});
  const served = [PORT, ADMIN_PORT];
  expect(/^EXPOSE (.+)$/m.exec(dockerfile)?.[1]?.split(' ').map(Number)).toEqual(served);
  const ports = container.ports.map(({ containerPort }: { containerPort: number }) => containerPort);
  expect(ports).toEqual(served);
  const portsIn = (file: string, pattern: RegExp) =>
    [...read(file).matchAll(pattern)].map(([, port]) => Number(port));
  expect(portsIn('deploy/Caddyfile', /reverse_proxy gatehouse:(\d+)/g)).toEqual(served);
  expect(portsIn('deploy/nginx.conf', /^ {2}server 127\.0\.0\.1:(\d+);/gm)).toEqual(served);
});

test('the image that Kubernetes runs has the version of the product', () => {
  expect(container.image).toMatch(new RegExp(`:${JSON.parse(read('package.json')).version}$`));
});

test('each path that is asked for the health of a process answers', async () => {
  const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
  const paths = [
    ...probes.map(({ httpGet }: { httpGet: { path: string } }) => httpGet.path),
    ...[...read('deploy/Caddyfile').matchAll(/health_uri (\S+)/g)].map(([, path]) => path),
    /\?\? 3001\}(\/\w+)`/.exec(dockerfile)?.[1],
  ];
  expect(paths).toHaveLength(6);
  for (const path of paths) {
    const { status, body } = await call(`${app.env.ENDPOINT}${path}`);
    expect([path, status, body.status]).toEqual([path, 200, expect.any(String)]);
  }
});

const verifier = findCommand('systemd-analyze');

test.runIf(verifier)('systemd takes the unit', () => {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-unit-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'gatehouse.service');
  // The product is not in its place here, and it is not Node that is looked at.
  writeFileSync(file, unit.replace('/opt/gatehouse/node_modules/.bin/node', process.execPath));
  expect(
    execFileSync(verifier ?? '', ['verify', '--man=no', file], { encoding: 'utf8', stdio: 'pipe' }),
  ).toBe('');
});

function readPairs(text = ''): Record<string, string> {
  return Object.fromEntries(text.split(' ').map(pair => pair.split('=')));
}
