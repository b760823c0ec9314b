import { request } from 'node:http';
import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { quotaOfPlan } from '@gatehouse/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, putOnPlan } from '../api/cloud/testing/people.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Server, startTwoServers } from '../http/testing/two-servers.ts';

const free = quotaOfPlan('free');
const day = 24 * 60 * 60_000;

const things = [
  ['applicationsLimit', '/applications', (index: number) => ({ name: `a ${index}`, type: 'SPA' })],
  ['userRolesLimit', '/roles', (index: number) => ({ name: `r ${index}`, description: 'd' })],
  [
    'resourcesLimit',
    '/resources',
    (index: number) => ({ name: `r ${index}`, indicator: `https://r${index}.example` }),
  ],
  [
    'hooksLimit',
    '/hooks',
    (index: number) => ({
      name: `h ${index}`,
      events: ['User.Created'],
      config: { url: 'https://hook.example' },
    }),
  ],
] as const;

describe.each(databaseKinds)('the limits of a plan on %s', kind => {
  let app: TestApp;
  let owner: Awaited<ReturnType<typeof createPerson>>;
  let tenantId: string;
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' } });
    owner = await createPerson(app, 'owner');
    const { body: tenant } = await owner.cloud('POST', '/tenants', { name: 'Harbour' });
    tenantId = tenant.id;
    await putOnPlan(app, tenantId, 'free');
  });
  afterAll(() => app.close());

  const manage = (method: string, path: string, body?: unknown) => owner.manage(tenantId, method, path, body);
  const refusal = (key: string) => ({
    status: 403,
    body: { code: 'subscription.limit_exceeded', data: { key } },
  });

  test.each(things)(
    '%s holds for 20 requests at once, and for a deletion that is undone',
    async (key, path, sample) => {
      const limit = Number(free[key]);
      const before: unknown[] = (await manage('GET', path)).body;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => manage('POST', path, sample(index))),
      );
      const created = answers.filter(({ status }) => status < 300);
      expect(created.length).toBeGreaterThan(0);
      expect(created.length).toBeLessThanOrEqual(limit);
      for (const answer of answers.filter(({ status }) => status >= 300))
        expect(answer).toMatchObject(refusal(key));
      const own = (list: { body: unknown[] }) => list.body.length - before.length;
      expect(own(await manage('GET', path))).toBe(created.length);

      const { id } = created[0]!.body;
      expect((await manage('DELETE', `${path}/${id}`)).status).toBe(204);
      const { body: changes } = await manage('GET', `/changes?objectId=${id}`);
      expect((await manage('POST', path, sample(100))).status).toBeLessThan(300);
      expect(await manage('POST', `/changes/${changes[0].id}/revert`)).toMatchObject(refusal(key));
      expect(own(await manage('GET', path))).toBe(created.length);
    },
  );

  test('tenantMembersLimit holds for 40 invitations at once', async () => {
    await putOnPlan(app, tenantId, 'dev');
    const limit = Number(quotaOfPlan('dev').tenantMembersLimit);
    const guests = Array.from({ length: 40 }, (_, index) => ({
      invitee: [`guest${index}@harbour.example`],
      roleName: 'collaborator',
    }));
    const answers = await owner.memberAtOnce(tenantId, 'POST', '/invitations', guests);
    // The owner has a place already.
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(limit - 1);
    for (const answer of answers.filter(({ status }) => status >= 300))
      expect(answer).toMatchObject(refusal('tenantMembersLimit'));
    await putOnPlan(app, tenantId, 'free');
  });

  test('hooksLimit holds for five bundles and five promotions at once', async () => {
    const tenantOf = async (name: string, planId: string): Promise<string> => {
      const { id } = (await owner.cloud('POST', '/tenants', { name })).body;
      await putOnPlan(app, id, planId);
      return id;
    };
    const source = await tenantOf('Source', 'enterprise');
    for (const index of Array(5).keys())
      await owner.manage(source, 'POST', '/hooks', {
        name: `Hook ${index}`,
        events: ['User.Created'],
        config: { url: 'https://hook.example' },
      });
    const { files }: { files: { path: string }[] } = (await owner.manage(source, 'GET', '/bundle')).body;
    const chosen = files.filter(({ path }) => path.startsWith('webhooks/'));
    expect(chosen).toHaveLength(5);
    const token = await owner.session.token({ organization_id: tenantOrganizationId(source) });
    const ways = {
      bundles: (target: string) =>
        owner.bothAtOnce([], {
          tenantId: target,
          requests: chosen.map(file => ['POST', '/bundle/apply', { files: [file] }]),
        }),
      promotions: (target: string) =>
        owner.memberAtOnce(
          target,
          'POST',
          '/promotions',
          chosen.map(({ path }) => ({ source: { tenantId: source, token }, only: [path] })),
        ),
    };
    for (const [name, send] of Object.entries(ways)) {
      const target = await tenantOf(name, 'free');
      const answers = await send(target);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(Number(free.hooksLimit));
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(answer).toMatchObject(refusal('hooksLimit'));
      expect((await owner.manage(target, 'GET', '/hooks')).body).toHaveLength(Number(free.hooksLimit));
    }
  });

  test('scopesPerRoleLimit holds for a role that is created with its permissions, and in the matrix', async () => {
    const limit = Number(free.scopesPerRoleLimit);
    await putOnPlan(app, tenantId, 'dev');
    const { body: api } = await manage('POST', '/resources', {
      name: 'Many',
      indicator: 'https://many.example',
    });
    const scopeIds = await Promise.all(
      Array.from({ length: limit + 1 }, async (_, index) => {
        const { body } = await manage('POST', `/resources/${api.id}/scopes`, { name: `scope:${index}` });
        return body.id;
      }),
    );
    const { body: roles } = await manage('GET', '/roles');
    for (const { id } of roles) await manage('DELETE', `/roles/${id}`);
    await putOnPlan(app, tenantId, 'free');
    expect(await manage('POST', '/roles', { name: 'Too much', description: 'd', scopeIds })).toMatchObject(
      refusal('scopesPerRoleLimit'),
    );
    expect((await manage('GET', '/roles?search=Too')).body).toEqual([]);
    const fitting = { name: 'Enough', description: 'd', scopeIds: scopeIds.slice(0, limit) };
    const enough = await manage('POST', '/roles', fitting);
    expect(enough.status).toBe(200);
    const { id } = enough.body;
    const change = (fields: object) => manage('PATCH', '/roles/permissions', { roles: [{ id, ...fields }] });
    expect(await change({ addScopeIds: scopeIds })).toMatchObject(refusal('scopesPerRoleLimit'));
    // One for another leaves as many as before.
    const swap = { addScopeIds: [scopeIds[limit]], removeScopeIds: [scopeIds[0]] };
    expect((await change(swap)).status).toBe(204);
  });
});

/** Nothing that a process keeps to itself may stand between a request and the limit. */
describe('the limits of a plan with two servers on one database', () => {
  let servers: Awaited<ReturnType<typeof startTwoServers>>;
  beforeAll(async () => {
    servers = await startTwoServers({ GATEHOUSE_EDITION: 'cloud' });
  });
  afterAll(() => servers.close());

  /** Asks a server under the name that both have. */
  const ask = async ({ env }: Server, path: string, { token, body }: { token: string; body: object }) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const headers = {
      host: new URL(servers.first.env.ADMIN_ENDPOINT).host,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    };
    request({ port: env.ADMIN_PORT, path, method: 'POST', headers }, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end(JSON.stringify(body));
    return promise;
  };

  test('hold for requests to both at once', async () => {
    const { first, second } = servers;
    const owner = await createPerson(first, 'owner');
    const { body: tenant } = await owner.cloud('POST', '/tenants', { name: 'Harbour' });
    const organization_id = tenantOrganizationId(tenant.id);
    const both = async (path: string, sample: (index: number) => object) => {
      const token = await owner.session.token({ organization_id });
      const statuses = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          ask(index % 2 ? first : second, path, { token, body: sample(index) }),
        ),
      );
      expect(statuses.filter(status => status >= 500)).toEqual([]);
      return statuses.filter(status => status < 300).length;
    };
    await putOnPlan(first, tenant.id, 'free');
    for (const [key, path, sample] of things) {
      const made = await both(`/m/${tenant.id}/api${path}`, sample);
      expect(made, key).toBeGreaterThan(0);
      expect(made, key).toBeLessThanOrEqual(Number(free[key]));
    }
    await putOnPlan(first, tenant.id, 'dev');
    const invite = (index: number) => ({
      invitee: [`guest${index}@harbour.example`],
      roleName: 'collaborator',
    });
    expect(await both(`/api/tenants/${tenant.id}/invitations`, invite)).toBe(
      Number(quotaOfPlan('dev').tenantMembersLimit) - 1,
    );
    // The built-in email service: a hundred a day, and one of them is left.
    const sentCount = await first.database
      .system(db =>
        db
          .insertInto('builtInEmailDays')
          .values({ tenantId: tenant.id, day: Date.now() - (Date.now() % day), sentCount: 97 })
          .onConflict(conflict => conflict.columns(['tenantId', 'day']).doUpdateSet({ sentCount: 97 }))
          .returning('sentCount')
          .executeTakeFirstOrThrow(),
      )
      .then(row => Number(row.sentCount));
    const codes = await both(`/m/${tenant.id}/api/verification-codes`, index => ({
      email: `guest${index}@mail.example`,
    }));
    expect(codes).toBe(100 - sentCount);
  });
});
