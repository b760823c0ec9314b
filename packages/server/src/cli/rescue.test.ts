import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../database/testing/open.ts';
import { createAdministrator } from '../domain/administrators.ts';
import { systemOrigin } from '../domain/origins.ts';
import { loadSignInExperience } from '../domain/sign-in-experience.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { administrator, signInToConsole } from '../http/testing/console.ts';
import { programs } from './testing/programs.ts';

let app: TestApp;
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase('postgresql');
  app = await startTestApp('postgresql', { database });
  await createAdministrator(app.database, administrator);
});
afterAll(() => app.close());

const admin = () => app.database.tenant(adminTenantId);

/** The command on the machine of the server, which reaches the same database. */
const run = async (...parameters: string[]) => {
  const child = spawn(process.execPath, [programs.command, ...parameters], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.options.url,
      GATEHOUSE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      GATEHOUSE_DATA_DIR: database.dataDir,
    },
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, output, errors };
};

const rescue = (...parameters: string[]) => run('rescue', ...parameters);

const signsIn = (user: typeof administrator) =>
  signInToConsole(app, user).then(
    () => true,
    () => false,
  );

const lockOut = () =>
  admin().write(systemOrigin('test'), async tx => {
    await tx.update('signInExperiences', { id: 'default' }, {
      signIn: {
        methods: [{ identifier: 'email', password: false, verificationCode: true, isPasswordPrimary: false }],
      },
      mfa: { factors: ['Totp'], policy: 'Mandatory', organizationRequiredMfaPolicy: 'Mandatory' },
      captchaPolicy: { enabled: true },
    } as never);
    await tx.insert('configs', {
      key: 'action.postSignIn',
      value: {
        script: 'const runAction = async () => { throw new Error("closed"); };',
        onExecutionError: 'block',
      },
    });
  });

const stateOf = () =>
  admin().read(async db => ({
    experience: await loadSignInExperience(db),
    script: await db.selectFrom('configs').selectAll().where('key', '=', 'action.postSignIn').execute(),
  }));

test('a console that locks everyone out is opened from the machine of the server, and its settings are restored as one change', async () => {
  expect(await signsIn(administrator)).toBe(true);
  await lockOut();
  expect(await signsIn(administrator)).toBe(false);
  const locked = await stateOf();

  const rescuer = { username: 'rescuer', password: 'correct horse battery' };
  const rescued = await rescue('--username', rescuer.username, '--password', rescuer.password);
  expect(rescued).toMatchObject({ code: 0, errors: '' });
  for (const change of [
    'allowed to sign in with a username and a password',
    'made multi-factor authentication optional',
    'turned off the CAPTCHA',
    'turned off the sign-in script action.postSignIn',
    'Created the administrator rescuer',
  ])
    expect(rescued.output).toContain(change);
  expect(rescued.output).not.toContain(rescuer.password);
  // The server hears of it over the channel of the database.
  await expect.poll(() => signsIn(rescuer), { timeout: 30_000 }).toBe(true);

  const changeId = /rescue --undo (\w+)/.exec(rescued.output)?.[1] ?? '';
  expect(await rescue('--undo', 'another')).toMatchObject({ code: 1 });
  expect(await rescue('--undo', changeId)).toMatchObject({ code: 0, errors: '' });
  expect(await stateOf()).toEqual(locked);
}, 180_000);

test('a name that is taken and a missing password are told', async () => {
  const taken = await rescue('--username', administrator.username, '--password', 'correct horse battery');
  expect(taken).toMatchObject({ code: 1, errors: expect.stringContaining('already in use') });
  expect((await rescue('--username', 'other')).errors).toContain('--username and --password are missing.');
});

test('a name, a password or an address that the console would not take changes nothing', async () => {
  const locked = await stateOf();
  const people = () => admin().read(db => db.selectFrom('users').select('id').execute());
  const before = await people();
  for (const [username, password, email, reason] of [
    ['two words', 'correct horse battery', 'a@example.com', 'A username has'],
    ['short', 'short', 'a@example.com', 'at least 8 characters'],
    ['lost', 'correct horse battery', 'nowhere', 'is not an email address'],
  ] as const)
    expect(await rescue('--username', username, '--password', password, '--email', email)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(reason),
    });
  expect(await people()).toEqual(before);
  expect(await stateOf()).toEqual(locked);
});

test('an operator ends the rule that changes need an approval', async () => {
  const tenant = app.database.tenant('default');
  await tenant.write(systemOrigin('test'), tx =>
    tx.insert('configs', { key: 'draftApproval', value: { approval: 'everything' } }),
  );
  const ruleOf = async () => (await app.manage('GET', '/bundle/managed')).body.approval;
  expect(await ruleOf()).toBe('everything');
  expect(await run('approvals', 'end', '--tenant', 'default')).toMatchObject({
    code: 0,
    output: 'Changes no longer need an approval.\n',
  });
  expect(await ruleOf()).toBe('none');
  expect((await run('approvals', 'end')).output).toContain('nothing has changed');
});
