import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenWith } from '../api/management/testing/tokens.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('embedded');
  await make('/log-streams', {
    name: 'Archive',
    enabled: false,
    config: { kind: 'http', url: 'https://archive.example/', format: 'json-lines' },
    secrets: { bearerToken: 'stream-token', headers: { 'x-team': 'stream-header' } },
  });
  await make('/hooks', {
    name: 'Warehouse',
    events: ['Role.Created'],
    config: { url: 'https://warehouse.example/', headers: { 'x-token': 'hook-token' } },
  });
  await make('/connectors', {
    connectorId: 'simplemail-transfer-protocol',
    config: {
      host: 'smtp.example',
      port: 465,
      secure: true,
      fromEmail: 'post@harbour.example',
      auth: { type: 'login', user: 'harbour', pass: 'smtp-password' },
    },
  });
  await make('/sso-connectors', {
    providerName: 'OIDC',
    connectorName: 'Acme',
    config: { clientId: 'harbour', clientSecret: 'sso-secret', issuer: 'https://acme.example' },
  });
  const script = 'return {};';
  const environmentVariables = { KEY: 'script-secret' };
  await set('/configs/jwt-customizer/access-token', { script, environmentVariables });
});
afterAll(() => app.close());

const make = async (path: string, body: object) => {
  const answer = await app.manage('POST', path, body);
  expect([path, answer.status < 300]).toEqual([path, true]);
};

const set = async (path: string, body: object) =>
  expect((await app.manage('PUT', path, body)).status).toBeLessThan(300);

type File = { path: string; text: string };

const pull = async () => (await app.manage('GET', '/bundle')).body.files as File[];
const edited = async (path: string, from: string, to: string) =>
  (await pull()).map(file => {
    if (file.path !== path) return file;
    expect(file.text).toContain(from);
    return { path, text: file.text.replace(from, to) };
  });

test('a log stream sends its secrets to another address only when they are entered again', async () => {
  const [stream] = (await app.manage('GET', '/log-streams')).body;
  const path = `/log-streams/${stream.id}`;
  const elsewhere = { ...stream.config, url: 'https://elsewhere.example/' };
  const token = await tokenWith(app, ['logs:read', 'logs:write']);
  const update = (body: object) => call(`${app.env.ENDPOINT}/api${path}`, { method: 'PATCH', token, body });
  const again = (name: string) => ({ path: `secrets.${name}`, code: 'validation.secret_again' });
  expect(await update({ config: elsewhere })).toMatchObject({
    status: 400,
    body: { data: { issues: [again('bearerToken'), again('headers')] } },
  });
  expect(await update({ config: elsewhere, secrets: { headers: {} } })).toMatchObject({
    status: 400,
    body: { data: { issues: [again('bearerToken')] } },
  });
  expect((await app.manage('GET', path)).body.config.url).toBe('https://archive.example/');
  expect((await update({ config: { ...stream.config, format: 'json-array' } })).status).toBe(200);
  expect((await update({ config: elsewhere, secrets: { bearerToken: null, headers: {} } })).status).toBe(200);
  expect((await app.manage('GET', path)).body.storedSecrets).toMatchObject({
    bearerToken: false,
    headers: [],
  });
  const back = { config: stream.config, secrets: { bearerToken: 'stream-token' } };
  expect((await update(back)).status).toBe(200);
});

test('changes at once do not bring a cleared secret of a log stream to another address', async () => {
  const postgresql = await startTestApp('postgresql');
  try {
    const config = { kind: 'http', url: 'https://archive.example/', format: 'json-lines' };
    const secrets = { bearerToken: 'stream-token', headers: { 'x-team': 'stream-header' } };
    const made = await postgresql.manage('POST', '/log-streams', {
      name: 'Archive',
      enabled: false,
      config,
      secrets,
    });
    const path = `/log-streams/${made.body.id}`;
    for (let round = 0; round < 10; round += 1) {
      await postgresql.manage('PATCH', path, { config, secrets });
      await Promise.all(
        [
          { secrets: { headers: {} } },
          {
            config: { ...config, url: 'https://elsewhere.example/' },
            secrets: { bearerToken: null, headers: {} },
          },
          { secrets: { headers: {} } },
          { secrets: { headers: {} } },
        ].map(body => postgresql.manage('PATCH', path, body)),
      );
      expect((await postgresql.manage('GET', path)).body).toMatchObject({
        config: { url: 'https://elsewhere.example/' },
        storedSecrets: { bearerToken: false },
      });
    }
  } finally {
    await postgresql.close();
  }
});

test('an undo does not lead the secrets of a log stream to an address of before', async () => {
  const [stream] = (await app.manage('GET', '/log-streams')).body;
  const path = `/log-streams/${stream.id}`;
  const elsewhere = { ...stream.config, url: 'https://elsewhere.example/' };
  await app.manage('PATCH', path, { config: elsewhere, secrets: { bearerToken: null, headers: {} } });
  expect((await app.manage('PATCH', path, { config: stream.config })).status).toBe(200);
  const [change] = (await app.manage('GET', `/changes?objectId=${stream.id}`)).body;
  await app.manage('PATCH', path, { secrets: { bearerToken: 'stream-token' } });
  const undo = () => app.manage('POST', `/changes/${change.id}/revert`);
  expect(await undo()).toMatchObject({
    status: 422,
    body: { code: 'change.not_revertible', data: { fields: ['secrets'] } },
  });
  expect((await app.manage('GET', path)).body.config.url).toBe('https://archive.example/');
  await app.manage('PATCH', path, { secrets: { bearerToken: null } });
  expect((await undo()).status).toBe(201);
  const back = { config: stream.config, secrets: { bearerToken: 'stream-token' } };
  expect((await app.manage('PATCH', path, back)).status).toBe(200);
});

test.each([
  ['webhooks/warehouse.yaml', 'https://warehouse.example/', 'https://elsewhere.example/'],
  ['log-streams/archive.yaml', 'https://archive.example/', 'https://elsewhere.example/'],
  ['connectors/simplemail-transfer-protocol.yaml', 'smtp.example', 'elsewhere.example'],
  ['connectors/simplemail-transfer-protocol.yaml', 'port: 465', 'port: 25'],
  ['connectors/simplemail-transfer-protocol.yaml', 'secure: true', 'secure: false'],
  ['customize-jwt/access-token.yaml', 'return {};', 'return environmentVariables;'],
  ['enterprise-sso/acme.yaml', 'https://acme.example', 'https://elsewhere.example'],
])('a bundle does not lead the secret of %s from %s to %s', async (path, from, to) => {
  const files = await edited(path, from, to);
  const token = await tokenWith(app, ['bundles:read', 'bundles:write', 'roles:read', 'logs:read']);
  const ask = (step: string, body: object) =>
    call(`${app.env.ENDPOINT}/api/bundle/${step}`, { method: 'POST', token, body });
  const missing = { code: 'bundle.missing_variable', data: { path } };
  expect((await ask('plan', { files })).body).toMatchObject(missing);
  const refused = await ask('apply', { files, overwrite: true });
  expect(refused.body).toMatchObject(missing);
  const variables = Object.fromEntries(
    refused.body.data.missing.map(({ name }: { name: string }) => [name, 'entered-again']),
  );
  const { body: plan } = await ask('plan', { files, variables });
  expect(plan.changes).toContainEqual(expect.objectContaining({ action: 'update', path }));
});

test('a bundle that changes anything else keeps the secrets', async () => {
  const files = await edited('connectors/simplemail-transfer-protocol.yaml', 'post@', 'office@');
  const applied = await app.manage('POST', '/bundle/apply', { files });
  expect(applied.status).toBe(200);
  const [smtp] = (await app.manage('GET', '/connectors')).body;
  expect(smtp.config).toMatchObject({ fromEmail: 'office@harbour.example', auth: { pass: 'smtp-password' } });
});

test('a plan does not tell a caller that only reads whether a guessed secret is right', async () => {
  const path = 'connectors/simplemail-transfer-protocol.yaml';
  const text = (await pull()).find(file => file.path === path)?.text ?? '';
  const [reference = '', name = ''] = /\$\{(\w+)\}/.exec(text) ?? [];
  const plan = async (token: string, body: { text?: string; variables?: object }) => {
    const { text: file = text, ...rest } = body;
    const files = [{ path, text: file }];
    const answer = await call(`${app.env.ENDPOINT}/api/bundle/plan`, {
      method: 'POST',
      token,
      body: { files, ...rest },
    });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const guess = (token: string, value: string) => plan(token, { variables: { [name]: value } });
  const reader = await tokenWith(app, ['bundles:read', 'connectors:read']);
  expect(await guess(reader, 'smtp-password')).toEqual(await guess(reader, 'wrong-guess'));
  const inFile = (value: string) => plan(reader, { text: text.replace(reference, value) });
  expect(await inFile('smtp-password')).toEqual(await inFile('wrong-guess'));
  expect((await plan(reader, {})).unchanged).toBe(1);
  for (const permission of ['bundles:write', 'connectors:write'] as const) {
    const writer = await tokenWith(app, ['bundles:read', 'connectors:read', permission]);
    expect((await guess(writer, 'smtp-password')).unchanged).toBe(1);
    expect((await guess(writer, 'wrong-guess')).unchanged).toBe(0);
  }
});
