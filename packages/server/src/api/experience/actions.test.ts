import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { visit } from './testing/visit.ts';

const password = 'correct horse battery';
const path = '/configs/actions';
const first = 'action.postFirstFactorVerification';
const last = 'action.postSignIn';
const script = (body: string) =>
  `const runAction = async ({ event, environmentVariables, api }) => { ${body} };`;

describe.each(anyDatabase)('scripts at sign-in on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, { auditIntervalMs: 3_600_000 });
    await app.manage('POST', '/users', { username: 'ada', password });
  });
  afterEach(async () => {
    for (const type of [first, last]) await app.manage('DELETE', `${path}/${type}`);
  });
  afterAll(() => app.close());

  const set = (type: string, body: string, more: object = {}) =>
    app.manage('PUT', `${path}/${type}`, { script: script(body), ...more });
  const signIn = async () => {
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'username', value: 'ada' };
    const { body } = await step('POST', '/experience/verification/password', { identifier, password });
    const identified = await step('POST', '/experience/identification', {
      verificationId: body.verificationId,
    });
    return identified.status === 204 ? step('POST', '/experience/submit') : identified;
  };

  test('201 for the first one, 200 for the next, then read, list, update and delete', async () => {
    const value = { script: script('return {}'), environmentVariables: { KEY: 'very-secret-value' } };
    expect(await app.manage('PUT', `${path}/${last}`, value)).toMatchObject({ status: 201, body: value });
    expect((await app.manage('PUT', `${path}/${last}`, value)).status).toBe(200);
    expect((await app.manage('GET', `${path}/${last}`)).body).toEqual(value);
    expect((await app.manage('GET', path)).body).toEqual([{ key: last, value }]);
    const updated = await app.manage('PATCH', `${path}/${last}`, { enabled: false });
    expect(updated.body).toEqual({ ...value, enabled: false });
    const rows = await app.database
      .tenant('default')
      .read(async db => [
        await db.selectFrom('configs').selectAll().execute(),
        await db.selectFrom('changes').selectAll().execute(),
      ]);
    expect(JSON.stringify(rows)).not.toContain('very-secret-value');
    expect((await app.manage('DELETE', `${path}/${last}`)).status).toBe(204);
    expect((await app.manage('GET', `${path}/${last}`)).status).toBe(404);
    expect((await app.manage('PUT', `${path}/action.other`, value)).status).toBe(400);
  });

  test.each([first, last])('%s can say no, in words for who wants in', async type => {
    await set(
      type,
      `if (event.user.username === environmentVariables.WHO) api.denyAccess(event.type + ' ' + event.verifications)`,
      { environmentVariables: { WHO: 'ada' } },
    );
    expect(await signIn()).toMatchObject({
      status: 403,
      body: { code: 'action.denied', message: `You cannot sign in. ${type} Password` },
    });
    await app.manage('PATCH', `${path}/${type}`, { enabled: false });
    expect((await signIn()).status).toBe(200);
  });

  test('a script that fails is left aside, or ends the sign-in when its owner wants so; nothing leaks', async () => {
    await set(last, "throw new Error('secret detail')");
    expect((await signIn()).status).toBe(200);
    await app.manage('PATCH', `${path}/${last}`, { onExecutionError: 'block' });
    const refused = await signIn();
    expect(refused).toMatchObject({ status: 422, body: { code: 'action.general' } });
    expect(refused.text).not.toContain('secret detail');
    await app.app.services.audit.flush();
    const { body } = await app.manage('GET', '/logs?logKey=Action.PostSignIn');
    expect(body[0].payload).toMatchObject({ result: 'Error', error: { message: 'Error: secret detail' } });
  });

  test('test: 200 with what it returns, 403 for a denial, 422 for a failure', async () => {
    const send = (body: string) =>
      app.manage('POST', `${path}/test`, {
        script: script(body),
        actionType: last,
        event: { user: { id: 'x' } },
      });
    expect(await send('return { id: event.user.id }')).toMatchObject({ status: 200, body: { id: 'x' } });
    expect(await send("api.denyAccess('no')")).toMatchObject({
      status: 403,
      body: { data: { message: 'no' } },
    });
    expect((await send('while (true) {}')).body.code).toBe('action.general');
  });

  test('try: 200 with the outcome, the line and what was written to the console', async () => {
    const send = (body: string) =>
      app.manage('POST', `${path}/try`, { script: script(body), actionType: last, event: {} });
    expect(await send("console.log('here');")).toMatchObject({
      status: 200,
      body: { kind: 'claims', output: ['here'] },
    });
    expect((await send("api.denyAccess('no')")).body).toMatchObject({ kind: 'denied', message: 'no' });
    expect((await send('missing()')).body).toMatchObject({ kind: 'failed', line: 1 });
  });
});
