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
    expect([await statusOf(logo), await statusOf(neighbors), await statusOf(own)]).toEqual([200, 200, 404]);
  });

  test('go before the user does: what fails can be repeated', async () => {
    const picture = await upload();
    const id = await create('pictured');
    await app.manage('PATCH', `/users/${id}`, { avatar: picture });
    const { files } = app.app.services;
    const { remove } = files;
    files.remove = () => Promise.reject(new Error('the store is away'));
    expect(await erase(id)).toBe(500);
    files.remove = remove;
    expect((await app.manage('GET', `/users/${id}`)).status).toBe(200);
    expect(await erase(id)).toBe(204);
    expect(await statusOf(picture)).toBe(404);
  });
});
