import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenWith } from '../api/management/testing/tokens.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { everyKind, everyVariable as variables } from './testing/every-kind.ts';

type File = { path: string; text: string };

const edit = (files: File[], path: string, from: string | RegExp, to: string) =>
  files.map(file => (file.path === path ? { path, text: file.text.replace(from, to) } : file));

const clientOf = (app: TestApp) => ({
  pull: async () => (await app.manage('GET', '/bundle')).body.files as File[],
  plan: (files: File[], more: object = {}) => app.manage('POST', '/bundle/plan', { files, ...more }),
  apply: (files: File[], more: object = {}) => app.manage('POST', '/bundle/apply', { files, ...more }),
});

const everyTenantHas = [
  'account-center.yaml',
  'applications/tests.yaml',
  'sign-in-experience.yaml',
  'tokens.yaml',
];

describe.each(databaseKinds)('bundles on %s', kind => {
  let app: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    other = await startTestApp(kind);
  });
  afterAll(async () => {
    await app.close();
    await other.close();
  });

  test('files of every kind are applied at once, pulled as they are, and carried to another tenant byte by byte', async () => {
    const { pull, plan, apply } = clientOf(app);
    expect((await pull()).map(({ path }) => path)).toEqual(everyTenantHas);
    expect((await apply(everyKind, { variables })).body).toMatchObject({ changeId: expect.any(String) });
    const pulled = await pull();
    expect(pulled.map(({ path }) => path)).toEqual(
      [...everyKind.map(({ path }) => path), 'applications/tests.yaml'].sort(),
    );
    expect((await plan(everyKind, { variables })).body.changes).toEqual([]);
    for (const value of Object.values(variables)) expect(JSON.stringify(pulled)).not.toContain(value);

    const there = clientOf(other);
    await there.pull();
    const carried = await there.apply(pulled, { variables });
    expect(carried.status).toBe(200);
    expect(await there.pull()).toEqual(pulled);
    expect((await there.plan(pulled)).body.changes).toEqual([]);
    const { body: changes } = await other.manage('GET', '/changes');
    expect(changes[0]).toMatchObject({ id: carried.body.changeId, objectKind: 'bundle' });

    const undone = await other.manage('POST', `/changes/${carried.body.changeId}/revert`);
    expect(undone.body).toMatchObject({ reverts: carried.body.changeId });
    expect((await there.pull()).map(({ path }) => path)).toEqual(everyTenantHas);
  });

  test('an object that is renamed keeps its file and its ID', async () => {
    const { pull, plan, apply } = clientOf(app);
    const { body: roles } = await app.manage('GET', '/roles');
    const clerk = roles.find(({ name }: { name: string }) => name === 'Clerk');
    await app.manage('PATCH', `/roles/${clerk.id}`, { name: 'Shop assistant' });
    const files = await pull();
    expect(files.find(({ path }) => path === 'roles/clerk.yaml')?.text).toContain('name: Shop assistant');
    const renamed = edit(files, 'roles/clerk.yaml', 'Shop assistant', 'Sales');
    expect((await plan(renamed)).body.changes).toMatchObject([
      {
        action: 'update',
        path: 'roles/clerk.yaml',
        fields: [{ path: 'name', before: 'Shop assistant', after: 'Sales' }],
      },
    ]);
    // The tenant was renamed after the last apply: that is not overwritten unasked.
    expect((await apply(renamed)).body).toMatchObject({
      code: 'bundle.conflict',
      data: { paths: ['roles/clerk.yaml'] },
    });
    expect((await apply(renamed, { overwrite: true })).status).toBe(200);
    expect((await app.manage('GET', `/roles/${clerk.id}`)).body.name).toBe('Sales');
  });

  test('a file that is moved keeps its object, and what refers to it follows', async () => {
    const { pull, plan, apply } = clientOf(app);
    const files = await pull();
    const { body: resources } = await app.manage('GET', '/resources');
    const orders = resources.find(({ name }: { name: string }) => name === 'Orders API');
    const moved = files.map(({ path, text }) => ({
      path: path.replace('orders-api', 'ordering').replace('custom-text/de', 'custom-text/german'),
      text: text.replaceAll('orders-api/', 'ordering/'),
    }));
    expect((await plan(moved, { delete: true })).body.changes).toEqual([]);
    expect((await apply(moved, { delete: true })).body).toMatchObject({ changeId: null });
    expect((await pull()).map(({ path }) => path)).toEqual(moved.map(({ path }) => path).sort());
    expect((await app.manage('GET', `/resources/${orders.id}`)).body.name).toBe('Orders API');
    expect((await apply(files, { delete: true })).body).toMatchObject({ changeId: null });
    expect(await pull()).toEqual(files);
  });

  test.each([
    ['api-resources/orders-api.yaml', 'https://orders.example', 'https://other.example', 'indicator'],
    ['roles/clerk.yaml', /^/, 'type: MachineToMachine\n', 'type'],
    [
      'applications/shop.yaml',
      'customClientMetadata:',
      'customClientMetadata:\n  isDeviceFlow: true',
      'customClientMetadata.isDeviceFlow',
    ],
    ['custom-text/de.yaml', 'language: de', 'language: fr', 'language'],
    ['email-templates/signin-en.yaml', 'languageTag: en', 'languageTag: de', 'languageTag'],
  ])('%s: a field that an object keeps for life is refused by name', async (path, from, to, field) => {
    const { pull, plan } = clientOf(app);
    expect((await plan(edit(await pull(), path, from, to))).body).toMatchObject({
      code: 'bundle.fixed_field',
      data: { path, field },
    });
  });

  test('the order of permissions says nothing, and a built-in object cannot be given a file', async () => {
    const { pull, plan } = clientOf(app);
    const files = await pull();
    const turned = edit(
      files,
      'roles/clerk.yaml',
      /permissions:[^#]*/,
      'permissions: [orders-api/write:orders, orders-api/read:orders, orders-api/write:orders]\n',
    );
    expect((await plan(turned)).body.changes).toEqual([]);
    const path = 'api-resources/management-api.yaml';
    const taken = { path, text: 'name: Mine\nindicator: https://mine.example\n' };
    expect((await plan([...files, taken])).body).toMatchObject({
      code: 'bundle.unknown_file',
      data: { path },
    });
  });

  test('what the files do not list stays unless it is asked for', async () => {
    const { pull, plan, apply } = clientOf(app);
    const files = (await pull()).filter(({ path }) => !/^(webhooks|applications\/wiki)/.test(path));
    const unlisted = (action: string) =>
      ['applications/wiki.yaml', 'webhooks/warehouse.yaml'].map(path =>
        expect.objectContaining({ action, path }),
      );
    expect((await plan(files)).body.changes).toEqual(unlisted('unlisted'));
    expect((await apply(files)).body).toMatchObject({ changeId: null });
    expect((await plan(files, { delete: true })).body.changes).toEqual(unlisted('delete'));
    const without = files.filter(({ path }) => path !== 'applications/tests.yaml');
    const { changeId } = (await apply(without, { delete: true })).body;
    // The application that applies is never deleted, whether or not the files list it.
    expect((await pull()).map(({ path }) => path)).toEqual(files.map(({ path }) => path));
    await app.manage('POST', `/changes/${changeId}/revert`);
    expect((await pull()).map(({ path }) => path)).toContain('applications/wiki.yaml');
  });

  test.each([
    [
      'roles/clerk.yaml',
      'orders-api/read',
      'invoices-api/read',
      'bundle.unknown_reference',
      'roles/clerk.yaml refers to api-resources/invoices-api, which does not exist.',
    ],
    [
      'roles/clerk.yaml',
      'read:orders',
      'refund:orders',
      'bundle.unknown_reference',
      'roles/clerk.yaml refers to permissions/orders-api/refund:orders, which does not exist.',
    ],
    [
      'tokens.yaml',
      /$/,
      '\nsession: { ttl: -1 }\n',
      'bundle.invalid_yaml',
      /^tokens\.yaml, line \d+: The key session is there twice\.$/,
    ],
    [
      'webhooks/warehouse.yaml',
      'name: Warehouse',
      'name: [',
      'bundle.invalid_yaml',
      /^webhooks\/warehouse\.yaml, line \d+: /,
    ],
    [
      'webhooks/warehouse.yaml',
      'https://warehouse',
      'ftp://warehouse',
      'bundle.invalid_file',
      /^webhooks\/warehouse\.yaml, line \d+: config\.url is not valid\./,
    ],
    ['webhooks/warehouse.yaml', '${HOOK_TOKEN}', 'plain', undefined, undefined],
  ])('%s: %s → %s is refused by name, and nothing is written', async (path, from, to, code, message) => {
    const { pull, apply } = clientOf(app);
    const before = await pull();
    const { body } = await apply(edit(before, path, from, to), { overwrite: true });
    if (!code)
      return expect(body).toMatchObject({
        changes: [{ fields: [{ path: 'config.headers.authorization', isSecret: true }] }],
      });
    expect(body).toMatchObject({
      code,
      message: typeof message === 'string' ? message : expect.stringMatching(message!),
    });
    expect(await pull()).toEqual(before);
  });

  test('a new object needs the values of its variables; an object that is there keeps its own', async () => {
    const { pull, plan, apply } = clientOf(other);
    // Its last apply was undone, which is not overwritten unasked.
    expect((await apply(everyKind, { variables })).body.code).toBe('bundle.conflict');
    expect((await apply(everyKind, { variables, overwrite: true })).status).toBe(200);
    const files = await pull();
    expect((await plan(files)).body.changes).toEqual([]);
    expect(
      (await plan(files, { variables: { ...variables, GITHUB_SECRET: 'another' } })).body.changes,
    ).toMatchObject([
      { path: 'connectors/github.yaml', fields: [{ path: 'config.clientSecret', isSecret: true }] },
    ]);
    const added = [
      ...files,
      {
        path: 'webhooks/second.yaml',
        text: files
          .find(({ path }) => path.startsWith('webhooks/'))!
          .text.replaceAll('Warehouse', 'Second')
          .replace('HOOK_TOKEN', 'SECOND_TOKEN'),
      },
    ];
    expect((await plan(added)).body).toMatchObject({
      code: 'bundle.missing_variable',
      message: 'webhooks/second.yaml needs the variable SECOND_TOKEN, which has no value.',
    });
  });

  test('a plan that was overtaken is refused', async () => {
    const { pull, plan, apply } = clientOf(other);
    const files = edit(await pull(), 'roles/clerk.yaml', 'Handles', 'Ships');
    const { fingerprint } = (await plan(files)).body;
    await app.manage('GET', '/roles');
    await other.manage('POST', '/roles', { name: 'Late', description: 'Came between' });
    expect((await apply(files, { fingerprint })).body.code).toBe('bundle.outdated_plan');
    const again = (await plan(files)).body.fingerprint;
    expect((await apply(files, { fingerprint: again })).status).toBe(200);
  });

  test('ten applies at once come one after the other', async () => {
    const { pull, apply } = clientOf(other);
    const files = await pull();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        apply(edit(files, 'roles/late.yaml', /description: .*/, `description: Version ${index}`), {
          overwrite: true,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const late = (await pull()).find(({ path }) => path === 'roles/late.yaml');
    expect(late?.text).toMatch(/description: Version \d/);
  });

  test('a name that another object has is refused with the name and the file', async () => {
    const role = (slug: string) => ({
      path: `roles/${slug}.yaml`,
      text: 'name: Twin\ndescription: One of two\n',
    });
    const { status, body } = await app.manage('POST', '/bundle/apply', { files: [role('one'), role('two')] });
    expect(status).toBe(422);
    expect(body.message).toBe('A role named Twin already exists.');
    expect(body.data.path).toBe('roles/two.yaml');
  });

  test('it takes the permission, and grants no more than the caller holds', async () => {
    const send = async (scopes: ManagementPermission[], method: string, path: string, body?: object) =>
      call(`${app.env.ENDPOINT}/api${path}`, {
        token: await tokenWith(app, scopes),
        method,
        ...(body ? { body } : {}),
      });
    const { pull } = clientOf(app);
    const files = await pull();
    expect((await send(['applications:write', 'roles:write'], 'GET', '/bundle')).status).toBe(403);
    expect((await send(['bundles:read'], 'POST', '/bundle/apply', { files })).status).toBe(403);
    expect((await send(['bundles:read'], 'POST', '/bundle/plan', { files })).status).toBe(200);
    const machine = {
      path: 'applications/climber.yaml',
      text: 'name: Climber\ntype: MachineToMachine\nroles: [admin]\n',
    };
    const climbed = await send(['bundles:read', 'bundles:write'], 'POST', '/bundle/apply', {
      files: [machine],
    });
    expect(climbed.status).toBe(403);
    const role = {
      path: 'roles/climber.yaml',
      text: 'name: Climber\ndescription: Climbs\ntype: MachineToMachine\npermissions: [management-api/all]\n',
    };
    expect((await send(['bundles:write'], 'POST', '/bundle/apply', { files: [role] })).status).toBe(403);
    expect((await pull()).map(({ path }) => path)).not.toContain('roles/climber.yaml');
  });
});
