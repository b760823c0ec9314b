import { quotaOfPlan } from '@gatehouse/contract/plans.ts';
import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, liftQuota, type Person, putOnPlan } from '../api/cloud/testing/people.ts';
import { limited } from '../http/quota-table.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const free = quotaOfPlan('free');
const extra = 3;
const atOnce = 12;

type Kind = {
  key: QuotaKey;
  path: string;
  /** The object whose history has the changes, if that is not the one that is made. */
  owner?: string;
  body(index: number): object;
};

/** The embedded database runs one transaction at a time: only here can two count at once. */
describe('what a plan counts, on postgresql', () => {
  let app: TestApp;
  let owner: Person;
  let tenantId: string;
  const kinds = new Map<string, Kind>();
  beforeAll(async () => {
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_EDITION: 'cloud' } });
    owner = await createPerson(app, 'owner');
    tenantId = (await owner.cloud('POST', '/tenants', { name: 'Harbour' })).body.id;
    await liftQuota(app, tenantId);
    const { body: api } = await manage('POST', '/resources', {
      name: 'API',
      indicator: 'https://api.example',
    });
    const { body: scopes } = await manage('POST', '/resources', {
      name: 'S',
      indicator: 'https://s.example',
    });
    const scopeIds = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const { body } = await manage('POST', `/resources/${scopes.id}/scopes`, { name: `held:${index}` });
        return body.id as string;
      }),
    );
    const { body: role } = await manage('POST', '/roles', { name: 'Holder', description: 'x' });
    const own: Kind[] = [
      { key: 'applicationsLimit', path: '/applications', body: n => ({ name: `a${n}`, type: 'SPA' }) },
      {
        key: 'machineToMachineLimit',
        path: '/applications',
        body: n => ({ name: `m${n}`, type: 'MachineToMachine' }),
      },
      {
        key: 'thirdPartyApplicationsLimit',
        path: '/applications',
        body: n => ({ name: `t${n}`, type: 'Traditional', isThirdParty: true }),
      },
      { key: 'samlApplicationsLimit', path: '/saml-applications', body: n => ({ name: `s${n}` }) },
      {
        key: 'resourcesLimit',
        path: '/resources',
        body: n => ({ name: `r${n}`, indicator: `https://r${n}.example` }),
      },
      {
        key: 'scopesPerResourceLimit',
        path: `/resources/${api.id}/scopes`,
        owner: api.id,
        body: n => ({ name: `scope:${n}` }),
      },
      {
        key: 'scopesPerRoleLimit',
        path: `/roles/${role.id}/scopes`,
        owner: role.id,
        body: n => ({ scopeIds: [scopeIds[n % scopeIds.length]] }),
      },
      { key: 'userRolesLimit', path: '/roles', body: n => ({ name: `u${n}`, description: 'd' }) },
      {
        key: 'machineToMachineRolesLimit',
        path: '/roles',
        body: n => ({ name: `x${n}`, description: 'd', type: 'MachineToMachine' }),
      },
      {
        key: 'socialConnectorsLimit',
        path: '/connectors',
        body: n => ({
          connectorId: 'oauth2',
          metadata: { target: `target${n}`, name: { en: 'x' }, logo: 'https://a.example/a.png' },
        }),
      },
      { key: 'customDomainsLimit', path: '/domains', body: n => ({ domain: `d${n}.harbour.example` }) },
      { key: 'organizationsLimit', path: '/organizations', body: n => ({ name: `o${n}` }) },
      {
        key: 'enterpriseSsoLimit',
        path: '/sso-connectors',
        body: n => ({ providerName: 'OIDC', connectorName: `e${n}`, config: {} }),
      },
      {
        key: 'hooksLimit',
        path: '/hooks',
        body: n => ({ name: `h${n}`, events: ['User.Created'], config: { url: 'https://hook.example' } }),
      },
    ];
    for (const kind of own) kinds.set(kind.key, kind);
  });
  afterAll(() => app.close());

  const manage = (method: string, path: string, body?: unknown) => owner.manage(tenantId, method, path, body);
  const counted = (Object.keys(limited) as QuotaKey[]).filter(key => limited[key]?.count);

  test('every limit that is counted has a way to reach it here', () => {
    expect([...kinds.keys()].toSorted()).toEqual(counted.toSorted());
  });

  const countNow = async ({ key, path }: Kind) => {
    const [, parent = ''] = /^\/\w+\/(\w+)\//.exec(path) ?? [];
    const { body } = await manage('GET', '/resources');
    const ownApi = body.find(({ name }: { name: string }) => name === 'Management API')?.indicator;
    return app.database
      .tenant(tenantId)
      .read(db => limited[key]!.count!(db, { resourceId: parent, id: parent }, ownApi));
  };

  test.each(counted)('%s: neither requests nor undone deletions at once pass it', async key => {
    const kind = kinds.get(key)!;
    const limit = Number(free[key]);
    const create = async (index: number) => (await manage('POST', kind.path, kind.body(index))).status;
    const many = (from: number) => Promise.all(Array.from({ length: atOnce }, (_, n) => create(from + n)));

    await putOnPlan(app, tenantId, 'free');
    const before = await countNow(kind);
    const most = Math.max(limit, before);
    const statuses = await many(0);
    expect(statuses.filter(status => status >= 500)).toEqual([]);
    expect(await countNow(kind)).toBe(most);
    expect(statuses.filter(status => status < 300).length).toBe(most - before);

    // More than that on a better plan, some of them deleted, and back.
    await liftQuota(app, tenantId);
    const made: string[] = [];
    for (let index = 20; (await countNow(kind)) < most + extra; index += 1) {
      const { body, status } = await manage('POST', kind.path, kind.body(index));
      expect([key, status < 300]).toEqual([key, true]);
      made.push(
        kind.path.startsWith('/roles/') ? (kind.body(index) as { scopeIds: string[] }).scopeIds[0]! : body.id,
      );
    }
    const doomed = made.slice(-extra);
    for (const id of doomed) expect((await manage('DELETE', `${kind.path}/${id}`)).status).toBe(204);
    expect(await countNow(kind)).toBe(most);
    await putOnPlan(app, tenantId, 'free');
    const changes = await Promise.all(
      doomed.map(async (id, index) => {
        const { body } = await manage('GET', `/changes?objectId=${kind.owner ?? id}`);
        return body[kind.owner ? index : 0].id as string;
      }),
    );
    const undone = await Promise.all(changes.map(id => manage('POST', `/changes/${id}/revert`)));
    for (const answer of undone)
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'subscription.limit_exceeded', data: { key } },
      });
    expect(await countNow(kind)).toBe(most);
  });
});
