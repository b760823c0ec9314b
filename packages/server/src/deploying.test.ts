import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { findGrave, judgePackages } from '../../../scripts/audit.mjs';
import { readProductionPackages } from '../../../scripts/production-packages.mjs';
import { createSbom } from '../../../scripts/sbom.mjs';

const placeOf = (file: string) => new URL(`../../../${file}`, import.meta.url);
const readYaml = (file: string) =>
  parseAllDocuments(readFileSync(placeOf(file), 'utf8'), { strict: true, uniqueKeys: true }).map(document => {
    expect(document.errors, file).toEqual([]);
    return document.toJS() as unknown;
  });

const labels = z.record(z.string(), z.string());
const selector = z.strictObject({ matchLabels: labels });
const name = z.string().regex(/^[a-z0-9-]{1,63}$/);
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string().startsWith('/'), port: name }),
  periodSeconds: z.number().int().positive(),
  failureThreshold: z.number().int().positive().optional(),
});
const amount = z.string().regex(/^\d+(?:m|Mi|Gi)?$/);
const source = z.strictObject({ name });
const described = { metadata: z.strictObject({ name, labels: labels.optional() }) };

/**
 * The fields of Kubernetes that our manifests use, as its API (v1, apps/v1, policy/v1, networking.k8s.io/v1) has them.
 */
const configMap = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('ConfigMap'),
  ...described,
  data: z.record(z.string(), z.string()),
});
const container = z.strictObject({
  name,
  image: z.string(),
  ports: z.array(z.strictObject({ name, containerPort: z.number().int() })),
  envFrom: z.array(z.strictObject({ configMapRef: source.optional(), secretRef: source.optional() })),
  startupProbe: probe,
  readinessProbe: probe,
  livenessProbe: probe,
  resources: z.strictObject({ requests: z.record(z.string(), amount), limits: z.record(z.string(), amount) }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name, mountPath: z.string().startsWith('/') })),
});
const deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  ...described,
  spec: z.strictObject({
    replicas: z.literal(2),
    strategy: z.strictObject({
      rollingUpdate: z.strictObject({ maxUnavailable: z.literal(0), maxSurge: z.number().int() }),
    }),
    selector,
    template: z.strictObject({
      metadata: z.strictObject({ labels }),
      spec: z.strictObject({
        automountServiceAccountToken: z.literal(false),
        terminationGracePeriodSeconds: z.number().int(),
        securityContext: z.strictObject({
          runAsNonRoot: z.literal(true),
          runAsUser: z.number().int().positive(),
          fsGroup: z.number().int().positive(),
          seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
        }),
        topologySpreadConstraints: z.array(
          z.strictObject({
            maxSkew: z.number().int(),
            topologyKey: z.string(),
            whenUnsatisfiable: z.enum(['DoNotSchedule', 'ScheduleAnyway']),
            labelSelector: selector,
          }),
        ),
        containers: z.tuple([container]),
        volumes: z.array(z.strictObject({ name, emptyDir: z.strictObject({}) })),
      }),
    }),
  }),
});
const budget = z.strictObject({
  apiVersion: z.literal('policy/v1'),
  kind: z.literal('PodDisruptionBudget'),
  ...described,
  spec: z.strictObject({ minAvailable: z.literal(1), selector }),
});
const service = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Service'),
  ...described,
  spec: z.strictObject({
    selector: labels,
    ports: z.array(z.strictObject({ name, port: z.number().int(), targetPort: name })),
  }),
});
const ingress = z.strictObject({
  apiVersion: z.literal('networking.k8s.io/v1'),
  kind: z.literal('Ingress'),
  ...described,
  spec: z.strictObject({
    tls: z.array(z.strictObject({ hosts: z.array(z.string()), secretName: name })),
    rules: z.array(
      z.strictObject({
        host: z.string(),
        http: z.strictObject({
          paths: z.array(
            z.strictObject({
              path: z.string().startsWith('/'),
              pathType: z.enum(['Prefix', 'Exact']),
              backend: z.strictObject({
                service: z.strictObject({ name, port: z.strictObject({ name }) }),
              }),
            }),
          ),
        }),
      }),
    ),
  }),
});

test('the manifests are what Kubernetes takes, and their parts fit each other', () => {
  const manifests = z
    .tuple([configMap, deployment, budget, service, ingress])
    .parse(readYaml('deploy/kubernetes/gatehouse.yaml'));
  const [settings, { spec: pods }, { spec: kept }, front, { spec: entrance }] = manifests;
  const { labels: given } = pods.template.metadata;
  for (const wanted of [pods.selector.matchLabels, kept.selector.matchLabels, front.spec.selector])
    expect(given).toMatchObject(wanted);
  const [{ ports, envFrom, volumeMounts, ...running }] = pods.template.spec.containers;
  const open = ports.map(port => port.name);
  for (const { httpGet } of [running.startupProbe, running.readinessProbe, running.livenessProbe])
    expect(open).toContain(httpGet.port);
  expect(envFrom.flatMap(({ configMapRef }) => configMapRef?.name ?? [])).toEqual([settings.metadata.name]);
  const volumes = pods.template.spec.volumes.map(volume => volume.name);
  expect(volumeMounts.map(mount => mount.name)).toEqual(volumes);
  for (const { targetPort } of front.spec.ports) expect(open).toContain(targetPort);
  for (const { http } of entrance.rules)
    for (const { backend } of http.paths) {
      expect(backend.service.name).toBe(front.metadata.name);
      expect(front.spec.ports.map(port => port.name)).toContain(backend.service.port.name);
    }
  const hosts = entrance.rules.map(({ host }) => host);
  expect(entrance.tls.flatMap(tls => tls.hosts)).toEqual(hosts);
  const { ENDPOINT, ADMIN_ENDPOINT, GATEHOUSE_DRAIN_SECONDS } = settings.data;
  expect([ENDPOINT, ADMIN_ENDPOINT]).toEqual(hosts.map(host => `https://${host}`));
  // Draining, and then up to ten seconds for what is in flight.
  expect(pods.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
    Number(GATEHOUSE_DRAIN_SECONDS) + 10,
  );
});

const composed = z.strictObject({
  image: z.string().optional(),
  build: z.literal('..').optional(),
  restart: z.literal('unless-stopped'),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).optional(),
  volumes: z.array(z.string()),
  healthcheck: z
    .strictObject({ test: z.array(z.string()), interval: z.string(), retries: z.number() })
    .optional(),
  read_only: z.literal(true).optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
});

test('the compose file is whole: what its services need is there, and so are the settings that it asks for', () => {
  const text = readFileSync(placeOf('deploy/compose.yaml'), 'utf8');
  const [file] = readYaml('deploy/compose.yaml');
  const { services, volumes } = z
    .strictObject({ services: z.record(z.string(), composed), volumes: z.record(z.string(), z.null()) })
    .parse(file);
  for (const { depends_on: needed = [], volumes: mounted } of Object.values(services)) {
    for (const other of Array.isArray(needed) ? needed : Object.keys(needed))
      expect(services).toHaveProperty(other);
    for (const [from = ''] of mounted.map(mount => mount.split(':')))
      expect(from.startsWith('.') ? existsSync(placeOf(`deploy/${from}`)) : from in volumes, from).toBe(true);
  }
  expect(services.gatehouse).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  const [beginning] = text.split('services:');
  for (const [, asked = ''] of text.matchAll(/\$\{(\w+):\?\}/g)) expect(beginning).toContain(asked);
  const caddy = readFileSync(placeOf('deploy/Caddyfile'), 'utf8');
  for (const [, asked = ''] of caddy.matchAll(/\{\$(\w+)\}/g))
    expect(services.proxy?.environment).toHaveProperty(asked);
});

test('what the image copies is there, and it runs as an unprivileged user', () => {
  const file = readFileSync(placeOf('Dockerfile'), 'utf8');
  const copied = [...file.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  expect(copied.filter(path => !existsSync(placeOf(path)))).toEqual([]);
  const kept = [...file.matchAll(/^COPY --from=build \/gatehouse\/(\S+) /gm)].map(([, path = '']) => path);
  const isBuilt = (path: string) => path.endsWith('/dist') || file.includes(`runtime-packages.mjs ${path}`);
  expect(kept.filter(path => !isBuilt(path) && !existsSync(placeOf(path)))).toEqual([]);
  expect(file).toMatch(/^USER node$/m);
});

test('the bill of materials lists what the product runs on, with versions, and none of its tools', () => {
  const sbom = createSbom();
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  const manifest = z.object({
    version: z.string().optional(),
    dependencies: z.record(z.string(), z.string()).default({}),
    devDependencies: z.record(z.string(), z.string()).default({}),
  });
  const read = (file: string) => manifest.parse(JSON.parse(readFileSync(placeOf(file), 'utf8')));
  const server = read('packages/server/package.json');
  const listed = new Set(sbom.components.map(component => component.purl));
  const { fastify = '', 'oidc-provider': provider = '' } = server.dependencies;
  expect(listed).toContain(`pkg:npm/fastify@${fastify}`);
  // The root also lists it among its tools.
  expect(listed).toContain(`pkg:npm/oidc-provider@${provider}`);
  const names = new Set([...listed].map(purl => purl.slice(0, purl.lastIndexOf('@'))));
  for (const tool of [
    'vitest',
    'vite',
    'typescript',
    'rolldown',
    'knip',
    'smtp-server',
    '%40playwright/test',
  ])
    expect(names).not.toContain(`pkg:npm/${tool}`);
  const refs = sbom.dependencies.map(({ ref }) => ref);
  for (const { dependsOn } of sbom.dependencies) expect(refs).toEqual(expect.arrayContaining(dependsOn));
  expect(createSbom()).toEqual(sbom);
  const text = JSON.stringify(sbom);
  expect(text).not.toMatch(/timestamp|serialNumber/);
  expect(text).not.toContain(placeOf('.').pathname.replace(/\/$/, ''));
});

test('a grave vulnerability counts where the product runs on the package, and not in a tool', () => {
  const found = (name: string, severity: string) => ({
    name,
    severity,
    range: '<1',
    via: [{ title: 'Request smuggling' }, 'other'],
    nodes: [`node_modules/${name}`],
  });
  const report = {
    vulnerabilities: {
      fastify: found('fastify', 'high'),
      koa: found('koa', 'moderate'),
      vitest: found('vitest', 'critical'),
    },
  };
  expect(findGrave(report, readProductionPackages())).toEqual([
    'fastify <1 (high): Request smuggling; through other',
  ]);
});

test('a package that was not recorded fails the check, which says so where the registry is silent', () => {
  const production = readProductionPackages();
  const recorded: Record<string, string | null> = JSON.parse(
    readFileSync(placeOf('scripts/checked-packages.json'), 'utf8'),
  );
  const report = { vulnerabilities: {} };
  const silent = { reason: 'the registry did not answer' };
  const [first = ''] = Object.keys(recorded);
  const checked = {
    ...Object.fromEntries(Object.keys(recorded).map(id => [id, '2026-01-31'])),
    [first]: null,
  };
  expect(judgePackages({ report }, production, checked)).toEqual({ output: undefined });
  expect(judgePackages(silent, production, checked)).toEqual({
    output: undefined,
    notChecked: `the registry did not answer; 1 of ${Object.keys(recorded).length} packages were never checked, the oldest check is of 2026-01-31`,
  });
  const { [first]: _, ...others } = checked;
  const strange = { ...others, 'left-pad@1.0.0': '2026-01-31' };
  for (const answer of [{ report }, silent])
    expect(judgePackages(answer, production, strange).output).toBe(
      [
        `${first} is not in scripts/checked-packages.json. Look for its advisories and run: npm run audit`,
        'left-pad@1.0.0 is in scripts/checked-packages.json, but not part of the product. Run: npm run audit',
      ].join('\n'),
    );
  const elsewhere = { name: 'elsewhere', version: '1.0.0', isRequired: true, needs: [] };
  const more = new Map([...production, ['node_modules/elsewhere', elsewhere]]);
  expect(judgePackages(silent, more, checked).output).toMatch(/^elsewhere@1\.0\.0 is not in /);
});
