import { adminTenantId, managementAudience } from '@gatehouse/contract/dialect.ts';
import type { UserJob } from '@gatehouse/contract/user-jobs.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, liftQuota } from '../api/cloud/testing/people.ts';
import { machineWith } from '../api/management/testing/tokens.ts';
import type { Tables } from '../database/tables.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { createAdministrator } from '../domain/administrators.ts';
import { suspendUser } from '../domain/suspend-user.ts';
import { updateUser } from '../domain/users.ts';
import { call, requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';
import { signInToConsole } from '../http/testing/console.ts';
import { password, secondHasPassed } from './testing/people.ts';

const crowd = 120;
const patience = { timeout: 30_000 };

type Ask = (method: string, path: string, body?: object) => Promise<{ status: number; body: UserJob }>;

/** Jobs over many users that wait in the second of three steps until something has happened to their author. */
const jobsOf = (app: TestApp, tenantId = 'default') => {
  const tenant = app.database.tenant(tenantId);
  const addCrowd = (name: string) =>
    tenant.send(db =>
      sql`insert into users (tenant_id, id, username)
        select ${tenantId}::text, n, n from (
          select ${name}::text || '_' || lpad(i::text, 3, '0') n from generate_series(1, ${crowd}::int) i
        ) names`.execute(db),
    );
  const countCrowd = async (name: string) => {
    const { rows } = await tenant.read(db =>
      sql<{ count: string }>`select count(*) from users where username like ${`${name}\\_%`}`.execute(db),
    );
    return Number(rows[0]?.count);
  };
  /** The last state of the job that the author began. */
  const interrupt = async (
    lock: (db: Kysely<Tables>) => Promise<unknown>,
    { ask, job, lose }: { ask: Ask; job: object; lose(): Promise<unknown> },
  ) => {
    const { promise: isLost, resolve: release } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const gate = tenant.write(testOrigin, async ({ db }) => {
      await lock(db);
      hold();
      await isLost;
    });
    await isHeld;
    const { body, status } = await ask('POST', '/users/jobs', job);
    expect(status).toBe(202);
    const read = async () => {
      const { rows } = await tenant.read(db =>
        sql<{
          state: string;
          done: number;
          error: string | null;
        }>`select state, (progress ->> 'done')::int as done, error from jobs where id = ${body.id}`.execute(
          db,
        ),
      );
      return rows[0];
    };
    await expect.poll(read, patience).toMatchObject({ done: 50 });
    await lose();
    release();
    await gate;
    await expect
      .poll(read, patience)
      .toMatchObject({ state: expect.stringMatching(/cancelled|done|failed/) });
    return read();
  };
  const holdUser = (id: string) => (db: Kysely<Tables>) =>
    sql`select from users where id = ${id} for update`.execute(db);
  const deletion = (name: string) => ({ kind: 'delete', filter: { search: `${name}_` } });
  return { addCrowd, countCrowd, interrupt, holdUser, deletion };
};

const stopped = { state: 'cancelled', done: 100, error: expect.stringContaining('permission') };

describe('a job whose author may no longer change users', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
  });
  afterAll(() => app.close());

  const askWith =
    (token: string): Ask =>
    (method, path, body) =>
      call(`${app.env.ENDPOINT}/api${path}`, { method, body, token });

  test('stops before its next step, when a machine lost its role or is gone', async () => {
    const { addCrowd, countCrowd, interrupt, holdUser, deletion } = jobsOf(app);
    for (const name of ['lost', 'gone']) {
      const { id, roleId, token } = await machineWith(app, ['users:write', 'users:read']);
      await addCrowd(name);
      const path = name === 'gone' ? `/applications/${id}` : `/applications/${id}/roles/${roleId}`;
      const lose = async () => expect((await app.manage('DELETE', path)).status).toBe(204);
      const job = { ask: askWith(token), job: deletion(name), lose };
      expect(await interrupt(holdUser(`${name}_070`), job)).toMatchObject(stopped);
      expect(await countCrowd(name)).toBe(20);
    }
  });

  test('stops when the secret was deleted, because it was stolen, and not for another secret', async () => {
    const { addCrowd, countCrowd, interrupt, holdUser, deletion } = jobsOf(app);
    const machine = await machineWith(app, ['users:write', 'users:read']);
    const secrets = `/applications/${machine.id}/secrets`;
    for (const [name, left] of [
      ['other', 0],
      ['leaked', 20],
    ] as const) {
      const { body: made } = await app.manage('POST', secrets, { name });
      const client = { id: machine.id, secret: made.value };
      const { access_token: token } = await requestToken(app.env.ENDPOINT, client, { scope: 'users:write' });
      await addCrowd(name);
      const lost = name === 'leaked' ? name : 'spare';
      if (lost === 'spare') await app.manage('POST', secrets, { name: lost });
      const lose = async () => expect((await app.manage('DELETE', `${secrets}/${lost}`)).status).toBe(204);
      const ended = await interrupt(holdUser(`${name}_070`), {
        ask: askWith(token),
        job: deletion(name),
        lose,
      });
      expect(ended).toMatchObject(left ? stopped : { state: 'done' });
      expect(await countCrowd(name)).toBe(left);
    }
  });

  test('stops when the password was changed, because a token was stolen', async () => {
    const { addCrowd, countCrowd, interrupt, holdUser, deletion } = jobsOf(app);
    const { id } = await createAdministrator(app.database, { username: 'robbed', password });
    const session = await signInToConsole(app, { username: 'robbed', password });
    const ask = askWith(await session.token({ resource: managementAudience('default') }));
    await addCrowd('stolen');
    const lose = async () => {
      await secondHasPassed();
      const columns = { passwordEncrypted: 'of another password', passwordEncryptionMethod: 'Argon2id' };
      await app.database.tenant(adminTenantId).write(testOrigin, tx => updateUser(tx, id, columns));
    };
    const job = { ask, job: deletion('stolen'), lose };
    expect(await interrupt(holdUser('stolen_070'), job)).toMatchObject(stopped);
    expect(await countCrowd('stolen')).toBe(20);
  });

  test('stops for an administrator who was suspended in the middle of an import', async () => {
    const { countCrowd, interrupt } = jobsOf(app);
    const { id } = await createAdministrator(app.database, { username: 'importer', password });
    const session = await signInToConsole(app, { username: 'importer', password });
    const token = await session.token({ resource: managementAudience('default') });
    const form = new FormData();
    const lines = Array.from({ length: crowd }, (_, index) => `come_${index + 1}`);
    form.set('file', new File([['username', ...lines].join('\n')], 'people.csv'));
    const uploaded = await fetch(`${app.env.ENDPOINT}/api/users/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const { fileId } = (await uploaded.json()) as { fileId: string };
    const ended = await interrupt(
      // Of another day than the others: those of a day are counted together.
      db =>
        sql`insert into users (tenant_id, id, username, created_at)
          values ('default', 'gate', 'come_70', '2001-01-01')`.execute(db),
      {
        ask: askWith(token),
        job: { kind: 'import', fileId, mapping: { username: 'username' } },
        lose: () => app.database.tenant(adminTenantId).write(testOrigin, tx => suspendUser(tx, id, true)),
      },
    );
    expect(ended).toMatchObject(stopped);
    expect(await countCrowd('come')).toBe(100);
  });
});

test('a member of a tenant in the cloud finishes a job as a member only', async () => {
  const app = await startTestApp('postgresql', { variables: { GATEHOUSE_EDITION: 'cloud' } });
  try {
    const [owner, guest] = [await createPerson(app, 'owner'), await createPerson(app, 'guest')];
    const { id } = (await owner.cloud('POST', '/tenants', { name: 'Harbour' })).body;
    await liftQuota(app, id);
    const invitation = { invitee: [guest.email], roleName: 'collaborator' };
    const [{ id: invited }] = (await owner.member(id, 'POST', '/invitations', invitation)).body;
    await guest.cloud('PATCH', `/invitations/${invited}/status`, { status: 'Accepted' });
    const { addCrowd, countCrowd, interrupt, holdUser, deletion } = jobsOf(app, id);
    const ask: Ask = (method, path, body) => guest.manage(id, method, path, body);
    const delay = (name: string, lose: () => Promise<unknown>) =>
      interrupt(holdUser(`${name}_070`), { ask, job: deletion(name), lose });
    await addCrowd('stays');
    expect(await delay('stays', async () => undefined)).toMatchObject({ state: 'done', done: crowd });
    await addCrowd('leaves');
    const remove = async () =>
      expect((await owner.member(id, 'DELETE', `/members/${guest.id}`)).status).toBe(204);
    expect(await delay('leaves', remove)).toMatchObject(stopped);
    expect(await countCrowd('leaves')).toBe(20);
  } finally {
    await app.close();
  }
});
