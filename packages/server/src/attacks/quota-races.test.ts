import { quotaOfPlan } from '@gatehouse/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, putOnPlan } from '../api/cloud/testing/people.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const free = quotaOfPlan('free');

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

  test('scopesPerRoleLimit holds for a role that is created with its permissions', async () => {
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
    expect((await manage('POST', '/roles', fitting)).status).toBe(200);
  });
});
