import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createPerson, liftQuota, type Person } from './testing/people.ts';

let app: TestApp;
let owner: Person;
let colleague: Person;
let stranger: Person;
let development: string;
let production: string;

beforeAll(async () => {
  app = await startTestApp('postgresql', { variables: { GATEHOUSE_EDITION: 'cloud' } });
  owner = await createPerson(app, 'owner');
  colleague = await createPerson(app, 'colleague');
  stranger = await createPerson(app, 'stranger');
});
afterAll(() => app.close());

const tenantOf = async (person: Person, name: string): Promise<string> => {
  const { id } = (await person.cloud('POST', '/tenants', { name })).body;
  await liftQuota(app, id);
  return id;
};

/** A pair of tenants for each test: the first has what the other lacks. */
beforeEach(async () => {
  development = await tenantOf(owner, 'Development');
  production = await tenantOf(owner, 'Production');
  const make = async (path: string, body: object) => {
    const answer = await owner.manage(development, 'POST', path, body);
    expect([path, answer.status < 300]).toEqual([path, true]);
    return answer.body;
  };
  const orders = await make('/resources', { name: 'Orders API', indicator: 'https://orders.example' });
  const scope = await make(`/resources/${orders.id}/scopes`, { name: 'read:orders', description: 'Read' });
  await make('/roles', { name: 'Clerk', description: 'Handles orders', scopeIds: [scope.id] });
  await make('/hooks', {
    name: 'Warehouse',
    events: ['User.Created'],
    config: { url: 'https://warehouse.example/hook', headers: { authorization: 'of-development' } },
  });
});

const tokenOf = (person: Person, tenantId: string) =>
  person.session.token({ organization_id: tenantOrganizationId(tenantId) });

const clientOf = async (person: Person, from = development, to = production) => {
  const source = { tenantId: from, token: await tokenOf(person, from) };
  const ask = (path: string) => (body: object) => person.member(to, 'POST', path, { source, ...body });
  return { preview: ask('/promotion-plan'), promote: ask('/promotions') };
};

const join = async (person: Person, tenantId: string, roleName: 'admin' | 'collaborator') => {
  const invitation = { invitee: [person.email], roleName };
  const [{ id }] = (await owner.member(tenantId, 'POST', '/invitations', invitation)).body;
  expect((await person.cloud('PATCH', `/invitations/${id}/status`, { status: 'Accepted' })).status).toBe(204);
};

type Named = { id: string; name: string };

const listRoles = async (tenantId: string): Promise<Named[]> =>
  (await owner.manage(tenantId, 'GET', '/roles')).body;
const rolesOf = async (tenantId: string) => (await listRoles(tenantId)).map(({ name }) => name);
const roleOf = async (tenantId: string, wanted: string) =>
  (await listRoles(tenantId)).find(({ name }) => name === wanted)!;

const paths = (changes: { path: string; action: string }[], action = 'create') =>
  changes.filter(change => change.action === action).map(({ path }) => path);

const secret = 'WEBHOOKS_WAREHOUSE_CONFIG_HEADERS_AUTHORIZATION';
const role = ['api-resources/orders-api.yaml', 'roles/clerk.yaml'];

test('chosen objects are promoted as one change of the target, which one undo takes back', async () => {
  const { preview, promote } = await clientOf(owner);
  const { changes } = (await preview({})).body;
  expect(paths(changes)).toEqual([...role, 'webhooks/warehouse.yaml']);
  expect(changes).toContainEqual(
    expect.objectContaining({ path: 'roles/clerk.yaml', references: ['api-resources/orders-api.yaml'] }),
  );
  expect(changes).toContainEqual(
    expect.objectContaining({
      path: 'webhooks/warehouse.yaml',
      secrets: [{ name: secret, field: 'config.headers.authorization', isSet: false }],
    }),
  );
  expect(JSON.stringify(changes)).not.toContain('of-development');

  // A chosen object without what it refers to is refused by name.
  const [, clerk] = role;
  expect((await preview({ only: [clerk] })).body.changes).toMatchObject([
    { unknown: ['api-resources/orders-api'] },
  ]);
  expect((await promote({ only: [clerk] })).body).toMatchObject({
    code: 'bundle.unknown_reference',
    data: { path: clerk, kind: 'api-resources', name: 'orders-api' },
  });
  expect((await promote({ only: ['webhooks/warehouse.yaml'] })).body.code).toBe('bundle.missing_variable');

  const chosen = { only: [...role, 'webhooks/warehouse.yaml'], variables: { [secret]: 'of-production' } };
  const { fingerprint } = (await preview(chosen)).body;
  const promoted = await promote({ ...chosen, fingerprint });
  expect(promoted).toMatchObject({ status: 200, body: { changeId: expect.any(String) } });
  expect(await rolesOf(production)).toContain('Clerk');
  const [hook] = (await owner.manage(production, 'GET', '/hooks')).body;
  expect(hook.config.headers).toEqual({ authorization: 'of-production' });
  expect(paths((await preview({})).body.changes)).toEqual([]);
  const { body: history } = await owner.manage(production, 'GET', '/changes');
  expect(history[0]).toMatchObject({
    id: promoted.body.changeId,
    objectKind: 'bundle',
    actor: { id: owner.id },
  });

  const undo = await owner.manage(production, 'POST', `/changes/${promoted.body.changeId}/revert`);
  expect(undo.status).toBe(201);
  expect(await rolesOf(production)).not.toContain('Clerk');
  expect((await owner.manage(production, 'GET', '/hooks')).body).toEqual([]);
  expect(await rolesOf(development)).toContain('Clerk');
});

test('changes made meanwhile are shown and refused, and objects are deleted only when they are chosen', async () => {
  const { preview, promote } = await clientOf(owner);
  expect((await promote({ only: role })).status).toBe(200);
  const clerk = await roleOf(production, 'Clerk');
  await owner.manage(production, 'PATCH', `/roles/${clerk.id}`, { description: 'Changed by hand' });
  const only = ['roles/clerk.yaml'];
  const { changes, fingerprint } = (await preview({ only })).body;
  expect(changes).toMatchObject([
    { path: 'roles/clerk.yaml', conflict: { actor: expect.any(String), changeId: expect.any(String) } },
  ]);
  expect((await promote({ only })).body).toMatchObject({ code: 'bundle.conflict', data: { paths: only } });
  await owner.manage(production, 'PATCH', `/roles/${clerk.id}`, { description: 'Changed once more' });
  const overtaken = await promote({ only, fingerprint, overwrite: true });
  expect(overtaken).toMatchObject({ status: 409, body: { code: 'bundle.outdated_plan' } });
  // A change of the source after the comparison counts, too.
  const later = (await preview({ only })).body.fingerprint;
  const source = await roleOf(development, 'Clerk');
  await owner.manage(development, 'PATCH', `/roles/${source.id}`, { description: 'Not yet looked at' });
  expect((await promote({ only, fingerprint: later, overwrite: true })).status).toBe(409);

  await owner.manage(production, 'POST', '/roles', { name: 'Own', description: 'Of production' });
  await owner.manage(production, 'POST', '/roles', { name: 'Old', description: 'Of production' });
  const own = ['roles/old.yaml', 'roles/own.yaml'];
  expect(paths((await preview({})).body.changes, 'unlisted')).toEqual(expect.arrayContaining(own));
  expect((await promote({ only, delete: ['roles/old.yaml'], overwrite: true })).status).toBe(200);
  expect(await rolesOf(production)).toContain('Own');
  expect(await rolesOf(production)).not.toContain('Old');
});

test('it takes membership of both tenants, by the same user, in the moment of the write', async () => {
  const closed = await tenantOf(stranger, 'Next door');
  const own = await tokenOf(stranger, closed);
  const ask = (to: string, source: object, person = stranger) =>
    person.member(to, 'POST', '/promotions', { source, only: role });
  // A token of another tenant, or of another user, opens nothing.
  expect((await ask(closed, { tenantId: development, token: own })).status).toBe(401);
  const lent = await tokenOf(owner, development);
  expect((await ask(closed, { tenantId: development, token: lent })).status).toBe(403);
  expect((await ask(closed, { tenantId: closed, token: own })).body.code).toBe('bundle.same_tenant');
  expect((await ask(closed, { tenantId: 'admin', token: own })).status).toBe(401);
  expect(await rolesOf(production)).not.toContain('Clerk');

  await join(colleague, development, 'collaborator');
  await join(colleague, production, 'collaborator');
  const { preview, promote } = await clientOf(colleague);
  const climber = { name: 'Climber', description: 'Climbs', type: 'MachineToMachine' };
  const resources = (await owner.manage(development, 'GET', '/resources')).body;
  const api = resources.find(({ name }: { name: string }) => /Management/.test(name));
  const scopes = (await owner.manage(development, 'GET', `/resources/${api.id}/scopes`)).body;
  const all = scopes.find(({ name }: { name: string }) => name === 'all');
  await owner.manage(development, 'POST', '/roles', { ...climber, scopeIds: [all.id] });
  // Collaborators carry configuration over, and grant no more than they hold.
  expect((await promote({ only: ['roles/climber.yaml'] })).body.code).toBe('auth.grant_exceeds_own');
  expect(await rolesOf(production)).not.toContain('Climber');
  expect((await promote({ only: role })).status).toBe(200);

  // Of a removal and a promotion at the same time, the second one sees the first one.
  await owner.member(development, 'DELETE', `/members/${colleague.id}`);
  expect((await preview({})).status).toBe(403);
  expect((await promote({ only: ['webhooks/warehouse.yaml'], variables: { [secret]: 'x' } })).status).toBe(
    403,
  );
  expect((await owner.manage(production, 'GET', '/hooks')).body).toEqual([]);
});

test('a member who is removed while a promotion is under way does not finish it', async () => {
  await join(colleague, development, 'collaborator');
  await join(colleague, production, 'collaborator');
  const { promote } = await clientOf(colleague);
  const organizationId = tenantOrganizationId(development);
  let answer: ReturnType<typeof promote> | undefined;
  await app.database.system(async db => {
    const lock = `administrators of ${development}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db);
    answer = promote({ only: role });
    await expect
      .poll(async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length)
      .toBeGreaterThan(0);
    await db
      .deleteFrom('organizationUsers')
      .where('organizationId', '=', organizationId)
      .where('userId', '=', colleague.id)
      .execute();
  });
  expect(await answer).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
  expect(await rolesOf(production)).not.toContain('Clerk');
});

test('promotions at the same time come one after the other, there and back', async () => {
  const there = await clientOf(owner);
  const back = await clientOf(owner, production, development);
  expect((await there.promote({ only: role })).status).toBe(200);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => [
      there.promote({ only: role, overwrite: true }),
      back.promote({ only: role, overwrite: true }),
    ]).flat(),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await rolesOf(production)).filter(name => name === 'Clerk')).toHaveLength(1);
});

test('where the configuration is managed as code, people change what files cover in no way, and everything else as before', async () => {
  await join(colleague, production, 'collaborator');
  const repository = 'https://git.example/tenant';
  const switchTo = (person: Person, value: string | null) =>
    person.manage(production, 'PUT', '/bundle/managed', { repository: value });
  const manage = (method: string, path: string, body?: object) =>
    owner.manage(production, method, path, body);
  const made = await manage('POST', '/roles', { name: 'Before', description: 'Was there' });
  const { body: application } = await manage('POST', '/applications', { name: 'Shop', type: 'Traditional' });
  expect((await manage('PUT', '/bundle/managed', { repository: 'javascript:alert(1)' })).status).toBe(400);
  expect((await switchTo(colleague, repository)).status).toBe(403);
  expect((await switchTo(owner, repository)).body).toEqual({ repository, approval: 'none' });

  const refused = { status: 409, body: { code: 'bundle.managed_as_code', data: { repository } } };
  const [{ id: earlier }] = (await manage('GET', `/changes?objectId=${made.body.id}`)).body;
  const files = [{ path: 'roles/new.yaml', text: 'name: New\ndescription: New\n' }];
  const { promote } = await clientOf(owner);
  const edits: [string, string, object?][] = [
    ['POST', '/roles', { name: 'Drift', description: 'Drifts' }],
    ['DELETE', `/roles/${made.body.id}`],
    ['PATCH', `/applications/${application.id}`, { name: 'Drift' }],
    ['PATCH', '/sign-in-exp', { mfa: { policy: 'Mandatory', factors: ['Totp'] } }],
    ['PATCH', '/account-center', { enabled: true }],
    ['PUT', '/configs/jwt-customizer/access-token', { script: 'return {};' }],
    ['PATCH', '/configs/oidc/session', { ttl: 600 }],
    ['PUT', '/custom-phrases/de', {}],
    ['POST', '/hooks', { name: 'Drift', events: ['User.Created'], config: { url: 'https://a.example' } }],
    ['POST', '/organization-roles', { name: 'Drift' }],
    ['POST', `/changes/${earlier}/revert`],
    ['POST', '/bundle/apply', { files }],
  ];
  for (const edit of edits) expect([edit[1], await manage(...edit)]).toMatchObject([edit[1], refused]);
  expect(await promote({ only: role })).toMatchObject(refused);

  // Users, organizations and keys are no configuration, and machines apply the files.
  const user = await manage('POST', '/users', { username: 'ada' });
  const organization = await manage('POST', '/organizations', { name: 'Harbour' });
  const assigned = await manage('POST', `/users/${user.body.id}/roles`, { roleIds: [made.body.id] });
  const secret = await manage('POST', `/applications/${application.id}/secrets`, { name: 'Second' });
  for (const { status } of [user, organization, assigned, secret]) expect([200, 201]).toContain(status);
  expect((await manage('DELETE', `/organizations/${organization.body.id}`)).status).toBe(204);

  // A collaborator does not end it, not even by an undo; an administrator does.
  const [turnedOn] = (await manage('GET', '/changes?objectKind=bundle')).body;
  const undo = await colleague.manage(production, 'POST', `/changes/${turnedOn.id}/revert`);
  expect(undo.status).toBe(403);
  expect((await switchTo(colleague, null)).status).toBe(403);
  expect((await switchTo(owner, null)).status).toBe(200);
  expect((await manage('POST', '/roles', { name: 'Drift', description: 'Drifts' })).status).toBe(200);
});

test('machines go through where the configuration is managed as code', async () => {
  const repository = 'https://git.example/tenant';
  expect((await app.manage('PUT', '/bundle/managed', { repository })).status).toBe(200);
  const files = [{ path: 'roles/new.yaml', text: 'name: New\ndescription: New\n' }];
  expect((await app.manage('POST', '/bundle/apply', { files })).status).toBe(200);
  expect((await app.manage('PUT', '/bundle/managed', { repository: null })).status).toBe(200);
});
