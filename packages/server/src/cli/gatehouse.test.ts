import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { openVault } from '../database/vault.ts';
import { call, requestToken } from '../http/testing/app.ts';
import { freePort } from '../http/testing/free-port.ts';
import { programs } from './testing/programs.ts';

let dataDir: string;
let ports: { PORT: string; ADMIN_PORT: string };
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-cli-'));
  ports = await freePorts();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const freePorts = async () => ({ PORT: `${await freePort()}`, ADMIN_PORT: `${await freePort()}` });

const launch = (parameters: string[], env: Record<string, string> = {}) =>
  spawn(process.execPath, [programs.command, ...parameters], {
    env: { PATH: process.env.PATH, GATEHOUSE_DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...ports, ...env },
  });

/** Runs a command to its end, as a person at a terminal would. */
const run = async (parameters: string[], env?: Record<string, string>) => {
  const child = launch(parameters, env);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, output, errors };
};

const readApplications = async () => {
  const database = await openDatabase({ dataDir });
  try {
    const secrets = await database
      .tenant('default')
      .read(db => db.selectFrom('applicationSecrets').select(['applicationId', 'value']).execute());
    const vault = await openVault({ GATEHOUSE_DATA_DIR: dataDir });
    return secrets.map(({ applicationId, value }) => ({ id: applicationId, secret: vault.open(value) }));
  } finally {
    await database.close();
  }
};

const strangeKey = { GATEHOUSE_SECRET_KEY: Buffer.alloc(32).toString('base64') };

test.each(['command', 'server'] as const)('an older Node is refused in words by the %s', async name => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })`;
  const child = spawn(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(older)}`,
    programs[name],
  ]);
  const [errors] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(child.exitCode).toBe(1);
  expect(errors).toMatch(/^Node 24 or newer is needed, this is 20\.19\.0\./);
});

describe('without a server', () => {
  test('m2m create prints id and secret, and the secret is sealed in the database', async () => {
    const { code, output } = await run(['m2m', 'create', '--name', 'Script', '--json']);
    expect(code).toBe(0);
    expect(await readApplications()).toEqual([JSON.parse(output)]);
  });

  test('help is given for all and for one', async () => {
    expect((await run(['--help'])).output).toContain('m2m create');
    expect((await run(['promote', '--help'])).output).toContain('--to <value>');
  });

  test.each([
    { parameters: ['fly'], says: 'There is no command "fly"' },
    { parameters: ['m2m', 'create'], says: '--name is missing' },
    { parameters: ['migrate', '--force'], says: "Unknown option '--force'" },
    { parameters: ['migrate'], env: { PORT: 'eighty' }, says: 'PORT must be a port number' },
    {
      parameters: ['start'],
      env: strangeKey,
      says: 'Bring back the secret.key that belongs to the database',
    },
  ])('$parameters fails in words: $says', async ({ parameters, env, says }) => {
    const { code, errors } = await run(parameters, env);
    expect(code).toBe(1);
    expect(errors).toContain(says);
    expect(errors).not.toContain('    at ');
  });
});

describe('doctor', () => {
  test('finds nothing wrong with a healthy installation', async () => {
    const { code, output } = await run(['doctor', '--json']);
    expect(JSON.parse(output)).toMatchObject([
      { name: 'Configuration', status: 'good' },
      { name: 'Database', status: 'good', found: expect.stringContaining('up to date') },
      { name: 'Replicas', status: 'good', found: 'none' },
      { name: 'Secret key', status: 'good' },
      { name: 'Signing keys', status: 'good', found: 'can be opened' },
      { name: 'Audit chain', status: 'good' },
      { name: 'Applications', status: 'good' },
      { name: 'Tenant port', status: 'good', found: `${ports.PORT} is free` },
      { name: 'Console port', status: 'good' },
      { name: 'Disk', status: 'good' },
    ]);
    expect(code).toBe(0);
  });

  test('finds a taken port, a key that does not fit, and a database that is not there', async () => {
    const taken = createServer().listen(Number(ports.PORT));
    const { code, output } = await run(['doctor'], strangeKey);
    taken.close();
    expect(code).toBe(1);
    expect(output).toContain(`${ports.PORT} is taken by another program`);
    expect(output).toContain('→ Bring back the secret.key');
    const lost = await run(['doctor'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    expect(lost.output).toContain('check DATABASE_URL');
  });

  test('says in the cloud edition that all regions share one database', async () => {
    const { output } = await run(['doctor', '--json'], { GATEHOUSE_EDITION: 'cloud' });
    expect(JSON.parse(output)).toContainEqual(
      expect.objectContaining({ name: 'Regions', found: 'EU, US, AU, JP share one database' }),
    );
  });

  test('finds applications whose addresses cannot be used', async () => {
    const write = async (work: (db: Kysely<Tables>) => Promise<unknown>) => {
      const database = await openDatabase({ dataDir });
      await database.tenant('default').send(work);
      await database.close();
    };
    const oidcClientMetadata = { redirectUris: ['https://app.example/cb#top'], postLogoutRedirectUris: [] };
    const row = { id: 'older', name: 'Older', type: 'SPA', oidcClientMetadata };
    await write(db =>
      db
        .insertInto('applications')
        .values(row as never)
        .execute(),
    );
    const { output } = await run(['doctor']);
    expect(output).toContain('Older (default/older): https://app.example/cb#top');
    await write(db => db.deleteFrom('applications').where('id', '=', 'older').execute());
  });

  test('finds a key that others can read', async () => {
    const careless = await mkdtemp(join(tmpdir(), 'gatehouse-cli-'));
    await writeFile(join(careless, 'secret.key'), Buffer.alloc(32).toString('base64'));
    await chmod(join(careless, 'secret.key'), 0o644);
    const { output } = await run(['doctor'], { GATEHOUSE_DATA_DIR: careless });
    expect(output).toContain('can be read by others');
    await rm(careless, { recursive: true });
  });
});

/** Responds successfully, and fails afterwards unnoticed. */
const carelessConnector = `
  export const connector = {
    metadata: {
      id: 'careless', type: 'Sms', target: 'careless', platform: null, name: { en: 'Careless' },
      description: { en: 'Loses promises.' }, logo: 'data:,', logoDark: null, readme: '', formItems: [],
    },
    config: { safeParse: data => ({ success: true, data }) },
    async send() {
      void Promise.reject(new Error('lost on the way'));
    },
  };`;

/** Sends a text message by a connector, as the console's test does. */
const tryConnector = async (id: string, client: { id: string; secret: string }) => {
  const endpoint = `http://localhost:${ports.PORT}`;
  const { access_token: token } = await requestToken(endpoint, client, { scope: 'all' });
  return call(`${endpoint}/api/connectors/${id}/test`, {
    method: 'POST',
    body: { phone: '491512345', config: {} },
    token,
  });
};

test('commands go through the running server, which survives what a package of connectors does wrong; a second one is refused with its process id', async () => {
  const connectors = join(dataDir, 'careless.mjs');
  await writeFile(connectors, carelessConnector);
  const server = launch(['start'], { GATEHOUSE_CONNECTORS: connectors });
  try {
    for await (const chunk of server.stdout) if (String(chunk).includes('Console')) break;
    const created = await run(['m2m', 'create', '--name', 'Live', '--json']);
    expect(JSON.parse(created.output)).toEqual({ id: expect.any(String), secret: expect.any(String) });
    const sent = await tryConnector('careless', JSON.parse(created.output));
    expect(sent.status).toBe(204);
    const administrator = await run([
      'admin',
      'create',
      '--username',
      'ann',
      '--password',
      'Sturdy-Bridge-42',
    ]);
    expect(administrator).toMatchObject({ code: 0, output: expect.stringContaining('ann') });
    expect((await run(['migrate'])).output).toContain('up to date');
    const second = await run(['start'], await freePorts());
    expect(second.code).toBe(1);
    expect(second.errors).toContain(`in use by process ${server.pid}`);
    const doctor = await run(['doctor']);
    expect(doctor.output).toContain(`${ports.PORT} is served by Gatehouse`);
    server.kill('SIGINT');
    await once(server, 'exit');
    expect(server.exitCode).toBe(0);
    expect(await readApplications()).toContainEqual(JSON.parse(created.output));
  } finally {
    server.kill('SIGKILL');
  }
});
