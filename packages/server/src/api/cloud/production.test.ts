import { cloudAudience, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { developmentUsers, planIds, proQuota } from '@gatehouse/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createPayer, skuId } from './testing/payer.ts';
import { createPerson, type Person } from './testing/people.ts';

describe.each(anyDatabase)('development tenants that turn to production on %s', kind => {
  let app: TestApp;
  let owner: Person;
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' } });
    owner = await createPerson(app, 'builder');
  });
  afterAll(() => app.close());

  const create = async (person = owner, fields: object = {}): Promise<string> =>
    (await person.cloud('POST', '/tenants', { name: 'Workshop', ...fields })).body.id;
  const tenant = async (id: string, person = owner) =>
    (await person.cloud('GET', '/tenants')).body.find((found: { id: string }) => found.id === id);
  const notification = async (id: string, person = owner) =>
    (await person.manage(id, 'GET', '/configs/admin-console')).body.developmentTenantMigrationNotification;
  const move = (id: string, person = owner) => person.cloud('PATCH', `/tenants/${id}`, { tag: 'production' });
  const checkOut = (tenantId: string, person = owner) => createPayer(app, person).checkOut({ tenantId });
  const pay = (address: string) => createPayer(app, owner).press(address, 'pay');
  const hook = { name: 'Hook', events: ['User.Created'], config: { url: 'https://hook.example' } };
  const signUp = (tenantId: string, count: number) =>
    app.database.system(db =>
      db
        .insertInto('users')
        .values(
          Array.from({ length: count }, (_, index) => ({
            tenantId,
            id: `u${index}${count}`.padEnd(12, 'x'),
            lastSignInAt: Date.now(),
          })),
        )
        .execute(),
    );

  test('[TEN-19] the move is offered with a custom domain, or with more users than a development tenant is for', async () => {
    const offer = { isPaidTenant: false, tag: 'development' };
    const quiet = await create();
    expect(await notification(quiet)).toBeUndefined();
    await owner.manage(quiet, 'POST', '/domains', { domain: 'id.workshop.example' });
    expect(await notification(quiet)).toEqual(offer);

    const busy = await create();
    await signUp(busy, developmentUsers);
    expect(await notification(busy)).toBeUndefined();
    await signUp(busy, 1);
    expect(await notification(busy)).toEqual(offer);
    // Imported users who never signed in do not count as production use.
    const imported = await create();
    await signUp(imported, developmentUsers + 1);
    await app.database.system(db =>
      db.updateTable('users').set({ lastSignInAt: null }).where('tenantId', '=', imported).execute(),
    );
    expect(await notification(imported)).toBeUndefined();

    const read = { ...offer, readAt: Date.now() };
    const patch = { developmentTenantMigrationNotification: read };
    expect((await owner.manage(busy, 'PATCH', '/configs/admin-console', patch)).status).toBe(200);
    expect(await notification(busy)).toEqual(read);

    const production = await create(owner, { tag: 'production' });
    await owner.manage(production, 'POST', '/domains', { domain: 'id.shop.example' });
    expect(await notification(production)).toBeUndefined();
  });

  test('[TEN-19] paying for a plan moves the tenant, and its history says who did and cannot be undone', async () => {
    const id = await create();
    await owner.manage(id, 'POST', '/organizations', { name: 'Acme' });
    const { status, body } = await checkOut(id);
    expect(status).toBe(201);
    expect(await tenant(id)).toMatchObject({ tag: 'development', planId: planIds.development });
    await Promise.all([pay(body.redirectUri), pay(body.redirectUri)]);
    expect(await tenant(id)).toMatchObject({
      tag: 'production',
      planId: skuId,
      subscription: { status: 'active', planId: skuId },
    });
    expect(await notification(id)).toEqual({ isPaidTenant: true, tag: 'production' });
    expect((await owner.cloud('GET', `/tenants/${id}/invoices`)).body.invoices).toHaveLength(1);

    const { body: changes } = await owner.manage(id, 'GET', `/changes?objectId=${id}`);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({
      actor: { kind: 'user', id: owner.id, name: 'builder' },
      objectKind: 'config',
      objectName: 'Workshop',
      isRevertible: false,
    });
    expect(changes[0].fields).toEqual(
      expect.arrayContaining([
        { name: 'tag', before: 'development', after: 'production' },
        { name: 'planId', before: planIds.development, after: skuId },
      ]),
    );
    expect(await owner.manage(id, 'POST', `/changes/${changes[0].id}/revert`)).toMatchObject({
      status: 422,
      body: { code: 'change.not_revertible' },
    });
    expect((await tenant(id)).tag).toBe('production');
  });

  test('[TEN-19] a plan that is too small is refused with everything that does not fit, and then the tenant stays as it was', async () => {
    const id = await create();
    const manage = (method: string, path: string, body?: object) => owner.manage(id, method, path, body);
    const { body: organization } = await manage('POST', '/organizations', { name: 'Acme' });
    await manage('PATCH', '/sign-in-exp', { mfa: { factors: ['Totp'], policy: 'NoPrompt' } });
    await manage('PUT', '/configs/jwt-customizer/access-token', {
      script: 'const getCustomJwtClaims = async () => ({});',
    });
    await manage('POST', '/custom-profile-fields', { name: 'nickname', type: 'Text', required: false });
    const { body: api } = await manage('POST', '/resources', { name: 'API', indicator: 'https://a.example' });
    for (const name of ['read', 'write']) await manage('POST', `/resources/${api.id}/scopes`, { name });
    await owner.member(id, 'POST', '/invitations', {
      invitee: ['colleague@harbour.example'],
      roleName: 'collaborator',
    });
    const refused = await move(id);
    expect(refused.status).toBe(403);
    const limits = {
      organizationsLimit: 0,
      mfaEnabled: false,
      customJwtEnabled: false,
      collectUserProfileEnabled: false,
      scopesPerResourceLimit: 1,
      tenantMembersLimit: 1,
    };
    expect(refused.body).toMatchObject({
      code: 'subscription.limit_exceeded',
      data: { exceeded: limits },
    });
    expect(Object.keys(refused.body.data.exceeded).sort()).toEqual(Object.keys(limits).sort());
    expect(refused.body.message).toMatch(/^Status exception: Exceeded quota limit\. \{/);
    expect(await tenant(id)).toMatchObject({ tag: 'development', planId: planIds.development });
    expect((await manage('GET', `/changes?objectId=${id}`)).body).toEqual([]);

    await manage('DELETE', `/organizations/${organization.id}`);
    await manage('PATCH', '/sign-in-exp', { mfa: { factors: [], policy: 'NoPrompt' } });
    await manage('DELETE', '/configs/jwt-customizer/access-token');
    await manage('DELETE', '/custom-profile-fields/nickname');
    await manage('DELETE', `/resources/${api.id}`);
    const { body: invitations } = await owner.member(id, 'GET', '/invitations');
    await owner.member(id, 'PATCH', `/invitations/${invitations[0].id}/status`, { status: 'Revoked' });
    expect(await move(id)).toMatchObject({
      status: 200,
      body: { tag: 'production', planId: planIds.free },
    });
    expect(await notification(id)).toEqual({ isPaidTenant: false, tag: 'production' });
    expect((await move(id)).status).toBe(200);
    expect((await manage('GET', `/changes?objectId=${id}`)).body).toHaveLength(1);

    const hooked = await create();
    for (let count = 0; count <= Number(proQuota.hooksLimit); count += 1)
      await owner.manage(hooked, 'POST', '/hooks', hook);
    expect(await checkOut(hooked)).toMatchObject({
      status: 403,
      body: { code: 'subscription.limit_exceeded', data: { exceeded: { hooksLimit: proQuota.hooksLimit } } },
    });
  });

  test('[TEN-19] only who manages the tenant moves it', async () => {
    const id = await create();
    const colleague = await createPerson(app, 'colleague');
    expect((await move(id, colleague)).status).toBe(403);
    const invite = { invitee: [colleague.email], roleName: 'collaborator' };
    const [invitation] = (await owner.member(id, 'POST', '/invitations', invite)).body;
    await colleague.cloud('PATCH', `/invitations/${invitation.id}/status`, { status: 'Accepted' });
    expect((await move(id, colleague)).status).toBe(403);
    expect((await checkOut(id, colleague)).status).toBe(403);
    expect((await owner.cloud('PATCH', `/tenants/${id}`, { tag: 'development' })).status).toBe(400);
    expect((await tenant(id)).tag).toBe('development');
  });

  test('[TEN-19] what is made in the moment of the move fits into the plan, or there is no move', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = await create();
      const requests = Array.from(
        { length: 20 },
        (_, index) => ['POST', '/organizations', { name: `Org ${index}` }] as const,
      );
      const [moved] = await owner.bothAtOnce([['PATCH', `/tenants/${id}`, { tag: 'production' }]], {
        tenantId: id,
        requests,
      });
      const { body: organizations } = await owner.manage(id, 'GET', '/organizations');
      const { tag } = await tenant(id);
      expect(tag).toBe(moved!.status === 200 ? 'production' : 'development');
      if (tag === 'production') expect(organizations).toEqual([]);
      if (moved!.status === 200) await owner.cloud('DELETE', `/tenants/${id}`);
    }
  });

  test('[TEN-19] who is invited in the moment of the move fits into the plan, or there is no move', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = await create();
      const own = await owner.session.token({ resource: cloudAudience });
      const member = await owner.session.token({ organization_id: tenantOrganizationId(id) });
      const ask = (token: string, method: string, path: string, body: object) =>
        call(`${app.env.ADMIN_ENDPOINT}/api/tenants/${id}${path}`, { method, token, body });
      const invitees = Array.from({ length: 12 }, (_, index) => `crew${round}${index}@harbour.example`);
      const invite = (invitee: string) =>
        ask(member, 'POST', '/invitations', { invitee: [invitee], roleName: 'collaborator' });
      const [moved, ...answers] = await Promise.all([
        ask(own, 'PATCH', '', { tag: 'production' }),
        ...invitees.map(invite),
      ]);
      const { tag } = await tenant(id);
      expect(tag, moved.text).toBe(moved.status === 200 ? 'production' : 'development');
      const { body: sent } = await owner.member(id, 'GET', '/invitations');
      const pending = sent.filter(({ status }: { status: string }) => status === 'Pending');
      if (tag === 'production') expect(pending).toEqual([]);
      expect(pending).toHaveLength(answers.filter(({ status }) => status === 201).length);
      await owner.cloud('DELETE', `/tenants/${id}`);
    }
  });

  test('[TEN-7] tenants that move at once take no more than the free places of the account', async () => {
    const mover = await createPerson(app, 'mover');
    for (let count = 0; count < 9; count += 1) await create(mover, { tag: 'production' });
    const ids = [await create(mover), await create(mover), await create(mover)];
    const answers = await mover.bothAtOnce(ids.map(id => ['PATCH', `/tenants/${id}`, { tag: 'production' }]));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'subscription.free_tenants_exceeded' },
      });
    const tags: string[] = [];
    for (const id of ids) {
      const { tag } = await tenant(id, mover);
      tags.push(tag);
      if (tag === 'development') expect(await notification(id, mover)).toBeUndefined();
    }
    expect(tags.sort()).toEqual(['development', 'development', 'production']);
  });
});
