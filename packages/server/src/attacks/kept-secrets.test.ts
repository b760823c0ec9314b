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

/** Asks a plan for one file, in which the value of one secret is guessed, as a variable and in the file. */
const guesser = async (path: string, which = 0) => {
  const text = (await pull()).find(file => file.path === path)?.text ?? '';
  const [reference = '', name = ''] = [...text.matchAll(/\$\{(\w+)\}/g)][which] ?? [];
  const send = (step: string, token: string, file: string, variables = {}) => {
    const body = { files: [{ path, text: file }], variables };
    return call(`${app.env.ENDPOINT}/api/bundle/${step}`, { method: 'POST', token, body });
  };
  return {
    name,
    plan: async (token: string, variables = {}) => (await send('plan', token, text, variables)).body,
    guess: async (token: string, value: string) =>
      (await send('plan', token, text, { [name]: value })).body.unchanged as number,
    inFile: async (token: string, value: string) =>
      (await send('plan', token, text.replace(reference, value))).body,
    apply: (token: string, value: string) => send('apply', token, text, { [name]: value }),
  };
};

test('a plan does not tell a caller that cannot read a secret whether a guess of it is right', async () => {
  const { plan, guess, inFile } = await guesser('connectors/simplemail-transfer-protocol.yaml');
  const reader = await tokenWith(app, ['bundles:read', 'connectors:read']);
  const applier = await tokenWith(app, ['bundles:read', 'bundles:write', 'connectors:read']);
  for (const token of [reader, applier]) {
    expect([await guess(token, 'smtp-password'), await guess(token, 'wrong-guess')]).toEqual([0, 0]);
    expect(await inFile(token, 'smtp-password')).toEqual(await inFile(token, 'wrong-guess'));
    expect((await plan(token)).unchanged).toBe(1);
  }
  const writer = await tokenWith(app, ['bundles:read', 'connectors:read', 'connectors:write']);
  expect([await guess(writer, 'smtp-password'), await guess(writer, 'wrong-guess')]).toEqual([1, 0]);
});

test('a plan confirms a guessed secret of a log stream only to the caller that gave it in the last apply', async () => {
  const stream = await guesser('log-streams/archive.yaml');
  const permissions = ['bundles:read', 'bundles:write', 'logs:read', 'logs:write'] as const;
  const [applier, other] = [await tokenWith(app, [...permissions]), await tokenWith(app, [...permissions])];
  const right = stream.name.includes('BEARER') ? 'stream-token' : 'stream-header';
  for (const token of [applier, other, app.token]) {
    expect([await stream.guess(token, right), await stream.guess(token, 'wrong-guess')]).toEqual([0, 0]);
    expect(await stream.inFile(token, right)).toEqual(await stream.inFile(token, 'wrong-guess'));
  }
  const given = 'given-by-apply';
  expect((await stream.apply(applier, given)).status).toBe(200);
  expect([await stream.guess(applier, given), await stream.guess(applier, right)]).toEqual([1, 0]);
  expect([await stream.guess(other, given), await stream.guess(app.token, given)]).toEqual([0, 0]);
  expect((await stream.plan(applier)).unchanged).toBe(1);
  // Set on the screen afterwards: what the last apply gave is no longer it, and what is set now is another one's.
  const [{ id }] = (await app.manage('GET', '/log-streams')).body;
  const secrets = { bearerToken: 'set-on-the-screen', headers: { 'x-team': 'set-on-the-screen' } };
  expect((await app.manage('PATCH', `/log-streams/${id}`, { secrets })).status).toBe(200);
  expect([await stream.guess(applier, given), await stream.guess(applier, 'set-on-the-screen')]).toEqual([
    0, 0,
  ]);
});

test('whether another secret may stay does not tell whether a guessed address is the secret one', async () => {
  const headers = { 'x-callback': 'https://callback.example/secret', 'x-token': 'callback-token' };
  const config = { url: 'https://callbacks.example/', headers };
  await make('/hooks', { name: 'Callbacks', events: ['Role.Created'], config });
  const { plan, inFile } = await guesser('webhooks/callbacks.yaml');
  const reader = await tokenWith(app, ['bundles:read', 'hooks:read']);
  const right = await inFile(reader, headers['x-callback']);
  expect(right).toEqual(await inFile(reader, 'https://callback.example/guess'));
  expect(right.code).toBe('bundle.missing_variable');
  expect((await plan(reader)).unchanged).toBe(1);
});
