import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { sendFile } from '../http/testing/files.ts';
import { enter, password } from './testing/people.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(databaseKinds)('the pictures of an erased user on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await app.manage('PATCH', '/account-center', { enabled: true, fields: { avatar: 'Edit' } });
  });
  afterAll(() => app.close());

  const upload = async () =>
    (await sendFile(`${app.env.ENDPOINT}/api/user-assets`, png, { token: app.token })).body.url as string;
  const statusOf = async (url: string) => (await call(url)).status;
  const create = async (username: string) =>
    (await app.manage('POST', '/users', { username, password })).body.id as string;
  const erase = async (id: string) => (await app.manage('POST', `/users/${id}/erase`)).status;

  test('go, but not what the tenant or another user shows', async () => {
    const [logo, neighbors, own] = [await upload(), await upload(), await upload()];
    await app.manage('PATCH', '/sign-in-exp', { branding: { logoUrl: logo } });
    await app.manage('PATCH', `/users/${await create('neighbor')}`, { avatar: neighbors });
    const id = await create('vandal');
    const vandal = await enter(app, { username: 'vandal' });
    const endings = [logo, neighbors, own, `${app.env.ENDPOINT}/uploads/..`, `${app.env.ENDPOINT}/uploads/.`];
    for (const avatar of endings)
      expect((await vandal.send('PATCH', '/my-account', { avatar })).status).toBe(200);
    expect(await erase(id)).toBe(204);
    await expect.poll(() => statusOf(own)).toBe(404);
    expect([await statusOf(logo), await statusOf(neighbors)]).toEqual([200, 200]);
  });

  test('go when the file store is back: the erasure waits for no store, and no row is held meanwhile', async () => {
    const [picture, older] = [await upload(), await upload()];
    const id = await create('pictured');
    for (const avatar of [older, picture]) await app.manage('PATCH', `/users/${id}`, { avatar });
    const { files, jobs } = app.app.services;
    const { remove } = files;
    let [asked, answer] = [0, () => {}];
    const answered = new Promise<void>(resolve => {
      answer = resolve;
    });
    files.remove = async () => {
      asked += 1;
      await answered;
      throw new Error('the store is away');
    };
    expect(await erase(id)).toBe(204);
    await expect.poll(() => asked).toBe(1);
    // The store has not answered yet: the user is gone, and the tables that the erasure wrote can be written.
    expect((await app.manage('GET', `/users/${id}`)).status).toBe(404);
    expect((await app.manage('DELETE', `/users/${await create('next')}`)).status).toBe(204);
    answer();
    files.remove = remove;
    const retry = () =>
      app.database.system(db =>
        db.updateTable('jobs').set({ dueAt: 0 }).where('state', '=', 'waiting').execute(),
      );
    await expect
      .poll(async () => {
        await retry();
        await jobs.runDue();
        return [await statusOf(picture), await statusOf(older)];
      })
      .toEqual([404, 404]);
  });
});
