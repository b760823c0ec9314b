import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveByCode, visit } from '../api/experience/testing/visit.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, signIn } from '../http/testing/browser.ts';
import { all, enter, nothing, openAccountCenter, password, secondHasPassed } from './testing/people.ts';

const another = 'a much better battery staple';

describe.each(databaseKinds)('a thief who holds sessions and tokens of a user on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await openAccountCenter(app);
  });
  afterAll(() => app.close());

  const create = async (username: string, fields: Record<string, unknown> = {}) =>
    (await app.manage('POST', '/users', { username, password, ...fields })).body.id as string;

  test('[V7.4.3] loses them when the user changes the password, and the user keeps the session', async () => {
    await create('changer');
    const [thief, owner] = [
      await enter(app, { username: 'changer' }),
      await enter(app, { username: 'changer' }),
    ];
    expect(await thief.works()).toEqual(all);
    const changed = await owner.send(
      'POST',
      '/my-account/password',
      { password: another },
      await owner.prove(),
    );
    expect(changed.status).toBe(204);
    expect(await thief.works()).toEqual(nothing);
    expect(await owner.works()).toEqual(all);
    expect(await (await enter(app, { username: 'changer', password: another })).works()).toEqual(all);
  });

  test('loses them when the user resets a forgotten password', async () => {
    await create('forgetful', { primaryEmail: 'forgetful@example.com' });
    const thief = await enter(app, { username: 'forgetful' });
    const { step } = await visit(app, 'ForgotPassword');
    const identifier = { type: 'email', value: 'forgetful@example.com' } as const;
    const verificationId = await proveByCode(app, step, identifier, 'ForgotPassword');
    await step('POST', '/experience/identification', { verificationId });
    await step('PUT', '/experience/profile/password', { password: another });
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    expect(await thief.works()).toEqual(nothing);
  });

  test('loses them when an administrator resets the password, or an import does', async () => {
    const id = await create('managed');
    const thief = await enter(app, { username: 'managed' });
    await app.manage('PATCH', `/users/${id}/password`, { password: another });
    expect(await thief.works()).toEqual(nothing);

    await create('imported');
    const [stolen, other] = [
      await enter(app, { username: 'imported' }),
      await enter(app, { username: 'managed', password: another }),
    ];
    const form = new FormData();
    form.set('file', new File([`username,password\nimported,${another}`], 'people.csv'));
    const uploaded = await fetch(`${app.env.ENDPOINT}/api/users/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.token}` },
      body: form,
    });
    const { fileId } = (await uploaded.json()) as { fileId: string };
    const mapping = { username: 'username', password: 'password' };
    const job = await app.manage('POST', '/users/jobs', {
      kind: 'import',
      fileId,
      mapping,
      existing: 'update',
    });
    await expect
      .poll(async () => (await app.manage('GET', `/users/jobs/${job.body.id}`)).body)
      .toMatchObject({ state: 'done', updated: 1 });
    expect(await stolen.works()).toEqual(nothing);
    expect(await other.works()).toEqual(all);
  });

  test('[V7.4.3] loses them when a factor is removed by the user or an administrator, and not when one is added', async () => {
    const id = await create('factored');
    const thief = await enter(app, { username: 'factored' });
    await app.manage('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });
    expect(await thief.works()).toEqual(all);
    const [factor] = (await app.manage('GET', `/users/${id}/mfa-verifications`)).body;
    await app.manage('DELETE', `/users/${id}/mfa-verifications/${factor.id}`);
    expect(await thief.works()).toEqual(nothing);
  });

  test('loses them when an undo takes a password or a factor away', async () => {
    const { body: user } = await app.manage('POST', '/users', {
      username: 'undone',
      primaryEmail: 'undone@example.com',
    });
    await app.manage('PATCH', `/users/${user.id}/password`, { password });
    const thief = await enter(app, { username: 'undone' });
    const { body: changes } = await app.manage('GET', `/changes?objectId=${user.id}`);
    const [last] = changes as { id: string }[];
    expect((await app.manage('POST', `/changes/${last?.id}/revert`)).status).toBe(201);
    expect(await thief.works()).toEqual(nothing);
  });

  test('cannot finish a sign-in that began with the old password', async () => {
    const id = await create('slow');
    const origin = app.env.ENDPOINT;
    const [early, late] = [createBrowser(), createBrowser()];
    // One has shown the password and waits, the other has finished and not yet come back to the application.
    const { step } = await visit(app, 'SignIn', {}, early);
    const { body } = await step('POST', '/experience/verification/password', {
      identifier: { type: 'username', value: 'slow' },
      password,
    });
    await visit(app, undefined, {}, late);
    const next = await signIn(late, origin, { username: 'slow', password });
    await secondHasPassed();
    await app.manage('PATCH', `/users/${id}/password`, { password: another });
    await step('POST', '/experience/identification', { verificationId: body.verificationId });
    expect((await step('POST', '/experience/submit')).body.code).toBe('session.verification_failed');
    const { address } = await late.follow(next, origin);
    expect(new URL(address).searchParams.has('code')).toBe(false);
  });

  test('cannot outrun the change with many requests at once', async () => {
    const id = await create('raced');
    const thieves = await Promise.all(Array.from({ length: 8 }, () => enter(app, { username: 'raced' })));
    await secondHasPassed();
    const attempts = thieves.flatMap(thief =>
      Array.from({ length: 6 }, (_, index) => (index % 2 ? thief.isSignedIn() : thief.refresh())),
    );
    const change = app.manage('PATCH', `/users/${id}/password`, { password: another });
    await Promise.all([...attempts, change]);
    for (const thief of thieves) {
      expect(await thief.isSignedIn()).toBe(false);
      expect((await thief.refresh()).status).toBe(400);
    }
  });

  test('is signed out by the user everywhere at once', async () => {
    await create('everywhere');
    const [thief, owner] = [
      await enter(app, { username: 'everywhere' }),
      await enter(app, { username: 'everywhere' }),
    ];
    expect((await owner.send('DELETE', '/my-account/sessions')).status).toBe(401);
    expect((await owner.send('DELETE', '/my-account/sessions', undefined, await owner.prove())).status).toBe(
      204,
    );
    expect(await thief.works()).toEqual(nothing);
    expect(await owner.works()).toEqual(all);
  });
});
