import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { personExportParts } from '@gatehouse/contract/person-export.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAccount } from '../api/account/testing/enter.ts';
import { tokenWith } from '../api/management/testing/tokens.ts';
import { camelCase } from '../database/catalog.ts';
import { type PersonTable, personTables } from '../database/people/person-tables.ts';
import { fillDatabase } from '../database/testing/fill.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { createRecord } from '../domain/verification-records.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { plantEverywhere, secretMark } from './testing/planted-person.ts';

type Part = Record<string, unknown>[];
const tables: Readonly<Record<string, PersonTable>> = personTables;

/** Names of columns that say whom a row is about. */
const naming =
  /^(?:user_id|account_id|creator_id|actor_id|inviter_id|accepted_user_id|recipient|invitee|email|primary_email|identifier_value|subject)$/;

describe.each(databaseKinds)('the export of a person on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    const personalData = { canExport: true, canDelete: true, graceDays: 14 };
    await app.manage('PATCH', '/account-center', { enabled: true, personalData });
  });
  afterAll(() => app.close());

  const open = (text: string) => JSON.parse(text) as { parts: Record<string, Part> };
  const asAdministrator = (id: string, format = 'json') =>
    app.manage('GET', `/users/${id}/export?format=${format}`);

  test('every table of the database says how it is erased and how it is exported', async () => {
    const { columns, cascading } = await app.database.system(async db => ({
      columns: (
        await sql<{ table: string; column: string }>`
          select relname as "table", attname as "column" from pg_class
          join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
          where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`.execute(db)
      ).rows,
      cascading: (
        await sql<{ table: string }>`
          select source.relname as "table" from pg_constraint
          join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
          where contype = 'f' and confdeltype = 'c' and target.relname in ('users', 'organization_users')`.execute(
          db,
        )
      ).rows.map(({ table }) => camelCase(table)),
    }));
    // Leaves out the database's own bookkeeping tables, which hold no user data.
    const own = columns.filter(({ table }) => table !== 'migrations' && table !== 'rewrites');
    expect(own.length).toBeGreaterThan(100);
    const undecided = own.filter(({ table, column }) => {
      const decided = tables[camelCase(table)];
      return !decided || (decided.erased === 'nobody' && naming.test(column));
    });
    expect(undecided).toEqual([]);
    const withUser = Object.keys(tables).filter(name => tables[name]?.erased === 'user' && name !== 'users');
    expect(withUser.filter(name => !cascading.includes(name))).toEqual([]);
  });

  test('has something of every part, and no secret of any table', async () => {
    const person = await enterAccount(app, 'planted');
    await plantEverywhere(app, person.user.id);
    // A password is no proof for who has a factor.
    const early = await person.send('POST', '/my-account/export', { format: 'json' }, await person.prove());
    expect(early.body.code).toBe('verification_record.permission_denied');
    const { verificationRecordId: proof } = await app.database
      .tenant('default')
      .send(db => createRecord(db, { userId: person.user.id, type: 'Totp', isVerified: true }));
    const mine = await person.send('POST', '/my-account/export', { format: 'json' }, proof);
    const theirs = await asAdministrator(person.user.id);
    const page = await asAdministrator(person.user.id, 'html');
    for (const { status, text } of [mine, theirs, page]) {
      expect(status).toBe(200);
      expect(text).not.toContain(secretMark);
      expect(text).not.toContain(person.token);
      expect(text).not.toMatch(/\$argon2|sealed\.1\./i);
    }
    for (const { text } of [mine, theirs]) {
      const { parts, ...head } = open(text);
      expect(head).toMatchObject({ format: 'gatehouse.person', version: 1, userId: person.user.id });
      expect(Object.keys(parts)).toEqual([...personExportParts]);
      expect(Object.keys(parts).filter(name => parts[name]?.length === 0)).toEqual([]);
      expect(parts.auditLog).toContainEqual(expect.objectContaining({ kind: 'PersonalData.Export' }));
    }
    const { parts } = open(theirs.text);
    expect(JSON.stringify(parts.messages)).toContain('planted@example.com');
    expect(JSON.stringify(parts.changes)).toContain('organization_users');
    // Not even the fingerprints that history keeps of secrets.
    expect(JSON.stringify(parts.changes)).not.toContain('sha256:');
    expect(parts.invitations?.map(({ kind }) => kind)).toEqual(['received', 'sent']);
    expect(JSON.stringify(parts.deliveries)).not.toContain('127.0.0.1');
    expect(JSON.stringify(parts)).not.toContain('somebody-else@example.com');
  });

  test('tells the address and browser of its own person alone', async () => {
    const person = await enterAccount(app, 'watched');
    const path = `${app.env.ENDPOINT}/api/users/${person.user.id}/export`;
    const headers = { 'user-agent': 'Browser-Of-The-Administrator' };
    expect((await call(path, { token: app.token, headers })).status).toBe(200);
    const mine = await person.send('POST', '/my-account/export', { format: 'json' }, await person.prove());
    expect(mine.text).not.toContain('Browser-Of-The-Administrator');
    const exports = open(mine.text).parts.auditLog?.filter(({ kind }) => kind === 'PersonalData.Export');
    expect(exports).toHaveLength(2);
    expect(exports).toContainEqual(expect.objectContaining({ ip: null, userAgent: null }));
    expect(exports).toContainEqual(expect.objectContaining({ ip: '127.0.0.1' }));
  });

  test('shows names as text, whatever they are, and needs no script', async () => {
    const name = '<script>alert(1)</script><img src=x onerror=alert(1)>';
    const { body: user } = await app.manage('POST', '/users', {
      username: 'injected',
      name,
      customData: { '</dd><script>alert(2)</script>': '"><svg onload=alert(3)>' },
      profile: { locale: 'ar', nickname: '\u202Ename' },
    });
    const { text, headers } = await asAdministrator(user.id, 'html');
    expect(text).not.toMatch(/<(?:script|img|svg|link|iframe|object)\b/i);
    expect(text).not.toMatch(/\b(?:src|href)="(?!#)/);
    expect(text).toContain('&#60;script&#62;alert(1)');
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain(`default-src 'none'`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="personal-data-${user.id}.html"`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const byHeader = await call(`${app.env.ENDPOINT}/api/users/${user.id}/export`, {
      token: app.token,
      headers: { accept: 'text/html,*/*' },
    });
    expect(byHeader.headers.get('content-type')).toContain('text/html');
  });

  test('is whole or refused: for who may read each part, in the own tenant', async () => {
    const { body: user } = await app.manage('POST', '/users', { username: 'guarded' });
    const path = `${app.env.ENDPOINT}/api/users/${user.id}/export`;
    const reads = [
      'users:read',
      'roles:read',
      'organizations:read',
      'applications:read',
      'one-time-tokens:read',
      'logs:read',
      'changes:read',
    ] as const;
    const some = await tokenWith(app, [...reads]);
    expect(await call(path, { token: some })).toMatchObject({
      status: 403,
      body: { code: 'auth.forbidden' },
    });
    const all = await tokenWith(app, [...reads, 'hooks:read']);
    expect((await call(path, { token: all })).status).toBe(200);
    const { token } = await enterAccount(app, 'stranger');
    expect((await call(path, { token })).status).toBe(401);
    expect((await call(path)).status).toBe(401);
    const ownTenant = await app.database
      .tenant('admin')
      .read(db => db.selectFrom('users').select('id').execute());
    for (const { id } of ownTenant) expect((await asAdministrator(id)).status).toBe(404);
    expect((await asAdministrator('nobody')).status).toBe(404);
  });

  test('a deleted user can be exported until the data is erased, without what a successor has since', async () => {
    const email = 'departed@example.com';
    const departed = {
      username: 'departed',
      primaryEmail: email,
      isEmailVerified: true,
      name: 'Dora Departed',
    };
    const { body: user } = await app.manage('POST', '/users', {
      ...departed,
      profile: { nickname: 'Dodo' },
      customData: { seat: '12A' },
    });
    expect((await app.manage('DELETE', `/users/${user.id}`)).status).toBe(204);
    const { body: successor } = await app.manage('POST', '/users', { ...departed, name: 'Sam Successor' });
    await app.manage('POST', '/one-time-tokens', { email });

    const answer = await asAdministrator(user.id);
    expect(answer.status).toBe(200);
    const { parts } = open(answer.text);
    expect(parts.profile).toEqual([
      expect.objectContaining({
        id: user.id,
        ...{ name: 'Dora Departed', username: 'departed', email },
        profile: { nickname: 'Dodo' },
        customData: { seat: '12A' },
      }),
    ]);
    expect(JSON.stringify(parts.changes)).toContain('Dora Departed');
    expect(parts.auditLog).toContainEqual(expect.objectContaining({ kind: 'PersonalData.Export' }));
    expect(parts.oneTimeTokens).toEqual([]);
    expect(answer.text).not.toContain('Sam Successor');
    expect((await asAdministrator(user.id, 'html')).text).toContain('Dora Departed');
    const { parts: theirs } = open((await asAdministrator(successor.id)).text);
    expect(JSON.stringify(theirs)).not.toContain('Dora Departed');

    expect((await app.manage('POST', `/users/${user.id}/erase`)).status).toBe(204);
    expect(await asAdministrator(user.id)).toMatchObject({ status: 404, body: { code: 'user.erased' } });
  });

  test('takes a fresh proof of the user, every scope, and an account center that allows it', async () => {
    const person = await enterAccount(app, 'self');
    const ask = (proof?: string) => person.send('POST', '/my-account/export', { format: 'json' }, proof);
    const refused = { status: 401, body: { code: 'verification_record.permission_denied' } };
    const denied = await ask();
    expect(denied.body.code).toBe('verification_record.permission_denied');
    const other = await enterAccount(app, 'other');
    expect((await ask(await other.prove())).body.code).toBe(refused.body.code);
    const narrow = await enterAccount(app, 'narrow', { scope: 'openid profile email' });
    const answer = await narrow.send('POST', '/my-account/export', { format: 'json' }, await narrow.prove());
    expect(answer).toMatchObject({ status: 401, body: { code: 'auth.unauthorized' } });
    expect((await person.send('GET', '/my-account/export')).status).toBe(404);

    const proof = await person.prove();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(proof)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter(status => status === 200)).toHaveLength(5);
    expect(statuses.filter(status => status === 429)).toHaveLength(35);

    const personalData = { canExport: false, canDelete: false, graceDays: 14 };
    await app.manage('PATCH', '/account-center', { personalData });
    expect(
      (await other.send('POST', '/my-account/export', { format: 'json' }, await other.prove())).body,
    ).toMatchObject({ code: 'account_center.field_not_enabled' });
    await app.manage('PATCH', '/account-center', { personalData: { ...personalData, canExport: true } });
  });
});

/** Collects garbage first so that only live memory is counted. */
const usedMemory = () => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
};

test('a person with 100,000 log entries takes no memory to speak of', async () => {
  const app = await startTestApp('postgresql');
  const { body: user } = await app.manage('POST', '/users', { username: 'busy' });
  const fill = 'x'.repeat(500);
  await fillDatabase(app.database.options.url, [
    `insert into logs (tenant_id, id, key, payload, created_at)
     select 'default', 'fill' || number, 'Interaction.SignIn.Submit', jsonb_build_object(
       'key', 'Interaction.SignIn.Submit', 'result', 'Success', 'userId', '${user.id}', 'note', '${fill}'),
       now() - number * interval '1 second'
     from generate_series(1, 100000) number`,
  ]);
  const before = usedMemory();
  let most = before;
  let measuredAt = 0;
  let bytes = 0;
  let entries = 0;
  const response = await fetch(`${app.env.ENDPOINT}/api/users/${user.id}/export`, {
    headers: { authorization: `Bearer ${app.token}` },
  });
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    entries += Buffer.from(chunk).toString('latin1').split('"id":"fill').length - 1;
    if (bytes - measuredAt < 5_000_000) continue;
    measuredAt = bytes;
    most = Math.max(most, usedMemory());
  }
  expect(entries).toBeGreaterThan(99_000);
  expect(bytes).toBeGreaterThan(60_000_000);
  expect(most - before).toBeLessThan(40_000_000);
  await app.close();
}, 120_000);
