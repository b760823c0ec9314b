import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';

/** Text that looks as if the key of a person had sealed it. */
const lookalike = (subject: string) => `sealed.1.${subject}.${'A'.repeat(40)}`;

describe.each(databaseKinds)('text that only looks sealed, on %s', kind => {
  let app: TestApp;
  let erased: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    const { body } = await app.manage('POST', '/users', { username: 'gone' });
    erased = body.id;
    expect((await app.manage('POST', `/users/${erased}/erase`)).status).toBeLessThan(300);
  });
  afterAll(() => app.close());

  test.each(['of nobody', 'of an erased person'])(
    '%s hides no change and keeps none from being undone',
    async whose => {
      const text = lookalike(whose === 'of nobody' ? 'nobody' : erased);
      const { body: shop } = await app.manage('POST', '/applications', { name: 'Shop', type: 'SPA' });
      const patched = await call(`${app.env.ENDPOINT}/api/applications/${shop.id}`, {
        method: 'PATCH',
        token: app.token,
        headers: { 'user-agent': text },
        body: { description: text },
      });
      expect(patched.body.description).toBe(text);
      await app.manage('PATCH', `/applications/${shop.id}`, { name: 'Renamed' });
      const { body: changes } = await app.manage('GET', `/changes?objectId=${shop.id}`);
      const [renamed, disguised] = changes;
      for (const change of [renamed, disguised])
        expect(change).toMatchObject({ isErased: false, isRevertible: true });
      expect(JSON.stringify(disguised.fields)).toContain(text);
      expect((await app.manage('POST', `/changes/${renamed.id}/revert`)).status).toBe(201);
      expect((await app.manage('POST', `/changes/${disguised.id}/revert`)).status).toBe(201);
      expect((await app.manage('GET', `/applications/${shop.id}`)).body).toMatchObject({
        name: 'Shop',
        description: null,
      });
    },
  );

  test('in a field of a person stays what it is', async () => {
    const { body: user } = await app.manage('POST', '/users', {
      username: 'mallory',
      name: lookalike(erased),
    });
    await app.manage('PATCH', `/users/${user.id}`, { name: 'Mallory' });
    const [{ id, isErased }] = (await app.manage('GET', `/changes?objectId=${user.id}`)).body;
    expect(isErased).toBe(false);
    expect((await app.manage('POST', `/changes/${id}/revert`)).status).toBe(201);
    expect((await app.manage('GET', `/users/${user.id}`)).body.name).toBe(lookalike(erased));
  });
});

describe.each(databaseKinds)('more values than a statement can hold, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  test('are refused, and bystanders keep their connections', async () => {
    const scopeIds = Array.from({ length: 65_536 }, (_, index) => `s${index}`);
    const flood = Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        app.manage('POST', '/roles', { name: `r${index}`, description: 'd', scopeIds }),
      ),
    );
    const bystanders = await Promise.all(Array.from({ length: 8 }, () => app.manage('GET', '/roles')));
    expect(bystanders.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await flood).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 400));
  });

  test('inside the server too: the connection stays', async () => {
    const ids = Array.from({ length: 65_536 }, (_, index) => `s${index}`);
    const reading = app.database
      .tenant('default')
      .read(db => db.selectFrom('roles').select('id').where('id', 'in', ids).execute());
    await expect(reading).rejects.toThrow();
    expect((await app.manage('GET', '/roles')).status).toBe(200);
  });
});
