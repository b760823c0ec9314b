import { demoApplicationId } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { createAdministrator } from '../domain/administrators.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { administrator } from '../http/testing/console.ts';

const person = {
  primaryEmail: 'ottoline.sought@example.com',
  primaryPhone: '4915166655544',
  username: 'ottoline_sought',
  name: 'Ottoline Sought-After',
};

/** Others have looked for the person, and some of that was kept. */
describe.each(databaseKinds)('searches for an erased person on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const viewOf = (name: string, search: string) => ({
    name,
    query: new URLSearchParams({ search, suspended: 'true' }).toString(),
  });
  /** As the console writes a search of several fields. */
  const viewOfFields = (name: string, fields: Record<string, string>) => ({
    name,
    query: new URLSearchParams({ where: new URLSearchParams(fields).toString() }).toString(),
  });
  const others = [
    viewOfFields('Some fields', { 'name.like': 'ottoline_soughtafter', joint: 'or' }),
    viewOf('Crew', 'ottoline_soughtafter'),
    { name: 'New', query: 'created=7' },
    { name: 7 },
  ];
  const views = [
    viewOf('By address', '%Ottoline.Sought@example.com%'),
    viewOf('By number', '+4915166655544'),
    viewOf('By name', person.name.toUpperCase()),
    viewOf('By part of a text', `%${person.name}%`),
    viewOfFields('By fields', { 'primaryEmail.exact': person.primaryEmail, joint: 'or' }),
    viewOfFields('By two fields', { 'name.like': person.name, 'username.exact': 'x' }),
    viewOf(person.username, 'x'),
  ];
  const admin = () => app.database.tenant('admin');
  const preferences = {
    adminConsolePreferences: { appearanceMode: 'dark', userViews: [...views, ...others] },
  };
  const keepViews = (id: string) =>
    admin().write(testOrigin, tx => tx.update('users', { id }, { customData: preferences }));
  const readKept = async (id: string) => {
    const { customData } = await admin().read(db =>
      db.selectFrom('users').select('customData').where('id', '=', id).executeTakeFirstOrThrow(),
    );
    return customData;
  };

  test('go with them: saved views, finished jobs and pushed requests', async () => {
    const { id: member } = await createAdministrator(app.database, administrator);
    await admin().write(testOrigin, tx => tx.insert('users', { id: 'stranger', username: 'stranger' }));
    for (const id of [member, 'stranger']) await keepViews(id);
    const { body: user } = await app.manage('POST', '/users', person);
    const jobs = [];
    for (const search of [`%${person.name}%`, person.primaryEmail, 'nobody of that name']) {
      const { body } = await app.manage('POST', '/users/jobs', { kind: 'suspend', filter: { search } });
      jobs.push(body.id);
      await app.app.services.jobs.runDue();
    }
    const pushed = await fetch(`${app.env.ENDPOINT}/oidc/request`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: demoApplicationId,
        redirect_uri: `${app.env.ENDPOINT}/demo-app`,
        response_type: 'code',
        scope: 'openid',
        login_hint: person.primaryEmail,
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      }),
    });
    expect(pushed.status, await pushed.text()).toBe(201);

    expect((await app.manage('POST', `/users/${user.id}/erase`)).status).toBe(204);

    const left = { adminConsolePreferences: { appearanceMode: 'dark', userViews: others } };
    expect(await readKept(member)).toEqual(left);
    // An administrator of another tenant may look for a user of the same name there.
    expect(await readKept('stranger')).toEqual(preferences);
    await admin().write(testOrigin, tx => tx.delete('users', { id: 'stranger' }));
    const told = await app.database.system(db =>
      db.selectFrom('jobs').select(['id', 'state', 'data']).where('name', '=', 'users.bulk').execute(),
    );
    expect(told.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(told.map(({ data }) => (data as { filter?: object }).filter).filter(Boolean)).toEqual([
      { search: ['nobody of that name'] },
    ]);
    const requests = await app.database.system(db =>
      db
        .selectFrom('oidcModelInstances')
        .select('id')
        .where('modelName', '=', 'PushedAuthorizationRequest')
        .execute(),
    );
    expect(requests).toEqual([]);
    expect(jobs).toHaveLength(3);
  });
});
