import { createHash } from 'node:crypto';
import type { UserJob } from '@gatehouse/contract/user-jobs.ts';
import { hash as argon2 } from '@node-rs/argon2';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { startJobs } from '../jobs/jobs.ts';
import { createMetrics } from '../metrics/metrics.ts';

const hex = (algorithm: string) => createHash(algorithm).update('secret').digest('hex');

/** `secret`, as other products store it; cheap where that can be chosen. */
const digests = {
  Argon2id: await argon2('secret', { memoryCost: 64, timeCost: 1 }),
  SHA1: hex('sha1'),
  SHA256: hex('sha256'),
  MD5: hex('md5'),
  Bcrypt: await bcrypt('secret', 4),
  Legacy: JSON.stringify([
    'sha256',
    ['pepper', '@'],
    createHash('sha256').update('peppersecret').digest('hex'),
  ]),
};

describe.each(databaseKinds)('many users at once on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const upload = async (text: string) => {
    const form = new FormData();
    form.set('file', new File([text], 'people'));
    const response = await fetch(`${app.env.ENDPOINT}/api/users/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.token}` },
      body: form,
    });
    return { status: response.status, body: await response.json() };
  };
  const start = async (job: object, path = '/users/jobs') => {
    const started = await app.manage('POST', path, job);
    expect(started.status).toBe(202);
    return started.body as UserJob;
  };
  const read = async (id: string) => (await app.manage('GET', `/users/jobs/${id}`)).body as UserJob;
  const finish = async (job: object, path?: string) => {
    const { id } = await start(job, path);
    return vi.waitFor(
      async () => {
        const found = await read(id);
        expect(found.finishedAt).not.toBeNull();
        return found;
      },
      { timeout: 100_000, interval: 200 },
    );
  };
  const find = async (search: string) =>
    (await app.manage('GET', `/users?search=${encodeURIComponent(search)}&page_size=100`)).body;

  test('a file is looked at first; a dry run tells what would happen; then it happens, line by line', async () => {
    const file = [
      '\uFEFFE-Mail;Full name;"Given Name";Phone;Notes',
      'ada@many.example;"Lovelace; ""Ada""";Ada;+49 (151) 2345;x',
      'not an address;Nobody;;;',
      ';Ada with a zero;;+49 (0)151 2345;',
      'ADA@many.example;Ada again;;;',
      '',
      'bob@many.example;Bob;;;y',
      'short@many.example;Short;;+49 1;',
    ].join('\r\n');
    const uploaded = await upload(file);
    expect(uploaded).toMatchObject({ status: 201, body: { format: 'csv', rowCount: 6 } });
    const fields = uploaded.body.columns.map(({ name, field }: { name: string; field: string }) => [
      name,
      field,
    ]);
    expect(fields).toEqual([
      ['E-Mail', 'primaryEmail'],
      ['Full name', 'name'],
      ['Given Name', 'profile.givenName'],
      ['Phone', 'primaryPhone'],
      ['Notes', null],
    ]);
    const mapping = Object.fromEntries(fields.filter(([, field]: [string, string | null]) => field));
    const options = { kind: 'import', fileId: uploaded.body.fileId, fileName: 'people.csv', mapping };
    const counts = { total: 6, done: 6, created: 2, updated: 0, skipped: 2, failed: 2 };
    const dry = await finish({ ...options, isDryRun: true });
    expect(dry).toMatchObject({ state: 'done', isDryRun: true, fileName: 'people.csv', ...counts });
    expect(await find('many.example')).toEqual([]);

    const real = await finish({}, `/users/jobs/${dry.id}/run`);
    expect(real).toMatchObject({ state: 'done', isDryRun: false, ...counts });
    const [ada] = await find('ada@many.example');
    expect(ada).toMatchObject({
      name: 'Lovelace; "Ada"',
      primaryPhone: '491512345',
      profile: { givenName: 'Ada' },
      hasPassword: false,
    });
    const failed = await app.manage('GET', `/users/jobs/${real.id}/results?outcome=failed`);
    expect(failed.body).toEqual([
      {
        id: '2',
        row: 2,
        subject: 'not an address',
        outcome: 'failed',
        userId: null,
        message: expect.stringMatching(/primaryEmail/),
      },
      expect.objectContaining({ row: 6, subject: 'short@many.example' }),
    ]);
    const report = await app.manage('GET', `/users/jobs/${real.id}/report`);
    expect(report.headers.get('content-type')).toContain('text/csv');
    expect(report.text.split('\r\n')).toHaveLength(8);
    expect(report.text).toContain(`"1","ada@many.example","created","${ada.id}",""`);

    const again = await upload(file.replace('Lovelace', 'King'));
    const updated = await finish({ ...options, fileId: again.body.fileId, existing: 'update' });
    expect(updated).toMatchObject({ created: 0, updated: 4, failed: 2 });
    expect((await find('ada@many.example'))[0]).toMatchObject({ id: ada.id, name: 'Ada again' });
    const gone = await app.manage('POST', '/users/jobs', options);
    expect(gone).toMatchObject({ status: 422, body: { code: 'user.import_file_gone' } });
    const notDry = await app.manage('POST', `/users/jobs/${real.id}/run`);
    expect(notDry.body.code).toBe('user.job_no_dry_run');
    const listed = await app.manage('GET', '/users/jobs?isActive=false');
    expect(listed.body.map(({ id }: UserJob) => id).slice(0, 3)).toEqual([updated.id, real.id, dry.id]);
  });

  test('hashed passwords of every kind sign in; wrong ones are told', async () => {
    const people = Object.entries(digests).map(([method, hash]) => ({
      username: `hash_${method}`,
      hash,
      algorithm: method.toLowerCase(),
      user_metadata: { from: method },
    }));
    const { body: file } = await upload(
      JSON.stringify([...people, { username: 'hash_none', hash: 'zzz', algorithm: 'MD5' }], null, 2),
    );
    const mapping = Object.fromEntries(
      file.columns.map(({ name, field }: { name: string; field: string }) => [name, field]),
    );
    expect(mapping).toEqual({
      username: 'username',
      hash: 'passwordDigest',
      algorithm: 'passwordAlgorithm',
      user_metadata: 'customData',
    });
    const job = await finish({ kind: 'import', fileId: file.fileId, mapping });
    expect(job).toMatchObject({ created: people.length, failed: 1 });
    for (const { username: value, user_metadata } of people) {
      expect((await find(value))[0].customData).toEqual(user_metadata);
      const { step } = await visit(app, 'SignIn');
      const give = (password: string) =>
        step('POST', '/experience/verification/password', {
          identifier: { type: 'username', value },
          password,
        });
      expect((await give('other')).status).toBe(422);
      const { verificationId } = (await give('secret')).body;
      await step('POST', '/experience/identification', { verificationId });
      expect(await step('POST', '/experience/submit'), value).toMatchObject({ status: 200 });
    }
  });

  test('a file that cannot be read is refused in words', async () => {
    expect((await upload('name,name\na,b')).body).toMatchObject({ code: 'user.import_unreadable' });
    expect((await upload('email\n"broken')).body.message).toContain('quotation mark');
    expect((await upload('[{"email": 1')).body).toMatchObject({ code: 'user.import_unreadable' });
    expect((await upload('email\n')).body).toMatchObject({ code: 'user.import_empty' });
  });

  // The embedded database has one connection, which is the export's until its end.
  if (kind === 'postgresql')
    test('an export is sent while it is read', async () => {
      // More than the connection holds between two who do not read: the server has to wait for its reader.
      await app.database.system(db =>
        sql`insert into users (tenant_id, id, username, custom_data)
        select 'default', 'z' || lpad(i::text, 6, '0'), 'streamed_' || i, jsonb_build_object('x', repeat('x', 6000))
        from generate_series(1, 4000) i`.execute(db),
      );
      const response = await fetch(`${app.env.ENDPOINT}/api/users/export?search=streamed_`, {
        headers: { authorization: `Bearer ${app.token}` },
      });
      const reader = response.body?.getReader();
      const first = await reader?.read();
      expect(new TextDecoder().decode(first?.value)).toContain('streamed_1"');
      await app.manage('PATCH', '/users/z004000', { name: 'Changed after the first bytes' });
      let end = '';
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        end = end.slice(-10_000) + new TextDecoder().decode(part.value);
      expect(end).toContain('Changed after the first bytes');
      await app.database.system(db => sql`delete from users where username like 'streamed%'`.execute(db));
    });

  test('an import that was interrupted continues where it was, and loses and repeats no user', {
    timeout: 120_000,
  }, async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `resumed_${index}`);
    const { body: file } = await upload(['username', ...lines].join('\n'));
    const { services } = app.app;
    const { id } = await start({ kind: 'import', fileId: file.fileId, mapping: { username: 'username' } });
    await vi.waitFor(async () => expect((await read(id)).done).toBeGreaterThan(0), { timeout: 100_000 });
    await services.jobs.stop();
    const stopped = await read(id);
    expect(stopped).toMatchObject({ state: 'waiting', total: 200 });
    expect(stopped.done).toBeLessThan(200);
    const { database, logger, userJobs, now } = services;
    const next = await startJobs(
      { database, logger, now, metrics: createMetrics(database) },
      {
        jobs: Object.values(userJobs),
        schedules: [{ name: 'rest', everyMs: 1e9, run: async () => undefined }],
      },
    );
    Object.assign(services, { jobs: next });
    await next.runDue();
    expect(await read(id)).toMatchObject({ state: 'done', done: 200, created: 200, failed: 0 });
    const results = await app.manage('GET', `/users/jobs/${id}/report?format=json`);
    expect(results.body.map(({ row }: { row: number }) => row)).toEqual(lines.map((_, index) => index + 1));
  });

  test('all users that match a filter, or some, are suspended, given roles and deleted', {
    timeout: 120_000,
  }, async () => {
    const { body: role } = await app.manage('POST', '/roles', { name: 'Bulk', description: 'Bulk' });
    const filter = { search: 'resumed_' };
    const suspended = await finish({ kind: 'suspend', filter });
    expect(suspended).toMatchObject({ state: 'done', total: 200, updated: 200, skipped: 0 });
    const elsewhere = { ...filter, 'search.primaryPhone': '1', joint: 'and' };
    expect(await finish({ kind: 'reactivate', filter: elsewhere })).toMatchObject({ total: 0 });
    const exported = await app.manage('GET', '/users/export?isSuspended=true&format=json');
    expect(exported.body).toHaveLength(200);
    const csv = await app.manage('GET', '/users/export?search=resumed_1');
    expect(csv.text.split('\r\n')[0]).toContain('id,username,primaryEmail');
    expect(csv.text.split('\r\n')).toHaveLength(113);
    expect((await app.manage('GET', '/users/export?search.nothing=1')).status).toBe(400);

    const filtered = await finish({
      kind: 'assign-roles',
      roleIds: [role.id],
      filter: { search: 'resumed_1' },
    });
    expect(filtered).toMatchObject({ total: 111, updated: 111, skipped: 0 });
    const all = await finish({ kind: 'assign-roles', roleIds: [role.id], filter });
    expect(all).toMatchObject({ total: 200, updated: 89, skipped: 111 });

    const some = (await find('resumed_1')).map(({ id }: { id: string }) => id).slice(0, 3);
    const { body: other } = await app.manage('POST', '/roles', { name: 'Few', description: 'Few' });
    const assigned = await finish({ kind: 'assign-roles', roleIds: [other.id], userIds: some });
    expect(assigned).toMatchObject({ total: 3, updated: 3 });
    expect((await app.manage('GET', `/roles/${other.id}/users`)).body).toHaveLength(3);
    expect(await finish({ kind: 'reactivate', userIds: [...some, 'nobody'] })).toMatchObject({
      total: 3,
      updated: 3,
    });
    expect(await finish({ kind: 'delete', filter: { ...filter, isSuspended: true } })).toMatchObject({
      total: 197,
      updated: 197,
    });
    expect(await find('resumed_')).toHaveLength(3);
    for (const wrong of [{ kind: 'delete' }, { kind: 'delete', filter, userIds: some }])
      expect((await app.manage('POST', '/users/jobs', wrong)).body.code).toBe('user.job_needs_targets');
    const pattern = { 'search.name': '(', 'mode.name': 'posix' };
    expect(
      (await app.manage('POST', '/users/jobs', { kind: 'delete', filter: pattern })).body.data.issues,
    ).toMatchObject([{ path: 'query.search' }]);
    const unknown = await app.manage('POST', '/users/jobs', {
      kind: 'assign-roles',
      roleIds: ['none'],
      userIds: some,
    });
    expect(unknown.status).toBe(404);
    const { body: jobs } = await app.manage('GET', '/users/jobs');
    const cancelled = await app.manage('POST', `/users/jobs/${jobs[0].id}/cancel`);
    expect(cancelled.body.code).toBe('user.job_finished');
    expect((await app.manage('GET', '/users/jobs/none')).status).toBe(404);
  });
});
