import { adminTenantId, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createPerson, type Person } from './testing/people.ts';

describe.each(anyDatabase)('tenants and their members on %s', kind => {
  let app: TestApp;
  let owner: Person;
  let guest: Person;
  let stranger: Person;
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' } });
    owner = await createPerson(app, 'owner');
    guest = await createPerson(app, 'guest');
    stranger = await createPerson(app, 'stranger');
  });
  afterAll(() => app.close());

  const createTenant = async (body: object = { name: 'Harbour' }) => {
    const created = await owner.cloud('POST', '/tenants', body);
    expect(created.status).toBe(201);
    return created.body.id as string;
  };

  const invite = async (tenantId: string, invitee: string, roleName = 'collaborator') => {
    const sent = await owner.member(tenantId, 'POST', '/invitations', { invitee: [invitee], roleName });
    expect(sent.status).toBe(201);
    return sent.body[0].id as string;
  };

  const messages = () =>
    app.database
      .tenant(adminTenantId)
      .read(db => db.selectFrom('messages').selectAll().orderBy('id', 'desc').execute());

  test('[TEN-6] a development tenant is made at once, with keys, pages and a management API of its own', async () => {
    const created = await owner.cloud('POST', '/tenants', {
      name: 'Harbour',
      regionName: 'JP',
      tag: 'development',
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'Harbour',
      regionName: 'JP',
      tag: 'development',
      planId: 'dev',
      isSuspended: false,
      openInvoices: [],
      quota: { mauLimit: 100 },
    });
    const { id } = created.body;
    expect(id).toMatch(/^[a-z][a-z0-9]{5}$/);
    expect((await owner.manage(id, 'GET', '/resources')).body).toMatchObject([
      { indicator: `https://${id}.gatehouse.app/api` },
    ]);
    expect((await owner.manage(id, 'GET', '/sign-in-exp')).status).toBe(200);
    expect((await owner.cloud('GET', '/tenants')).body).toMatchObject([{ id }]);
  });

  test('[TEN-15] a tenant without a name is called after its id; unknown regions are refused', async () => {
    const { body } = await owner.cloud('POST', '/tenants', {});
    expect(body.name).toBe(`tenant_${body.id}`);
    expect((await owner.cloud('POST', '/tenants', { regionName: 'Moon' })).status).toBe(400);
  });

  test('[TEN-17] [TEN-13] a user is invited by email, joins, is promoted and removed', async () => {
    const tenantId = await createTenant();
    const invitationId = await invite(tenantId, guest.email);
    const [message] = await messages();
    expect(message).toMatchObject({ recipient: guest.email, templateType: 'OrganizationInvitation' });
    expect(JSON.parse(app.vault.open(message!.payload))).toMatchObject({
      link: `${app.env.ADMIN_ENDPOINT}/accept/${invitationId}#login_hint=guest%40harbour.example`,
      organization: { name: 'Harbour' },
      inviter: { name: 'owner' },
    });

    const received = await guest.cloud('GET', '/invitations');
    expect(received.body).toContainEqual({
      id: invitationId,
      organizationId: tenantOrganizationId(tenantId),
      tenantName: 'Harbour',
      tenantTag: 'development',
      status: 'Pending',
      inviterName: 'owner',
    });
    const accept = () => guest.cloud('PATCH', `/invitations/${invitationId}/status`, { status: 'Accepted' });
    expect((await accept()).status).toBe(204);
    expect(await accept()).toMatchObject({ status: 422, body: { code: 'tenant.invitation_not_pending' } });
    expect((await guest.cloud('GET', '/tenants')).body).toMatchObject([{ id: tenantId }]);

    const members = await owner.member(tenantId, 'GET', '/members');
    expect(members.body).toMatchObject([
      { id: owner.id, organizationRoles: [{ id: 'admin', name: 'admin' }] },
      { id: guest.id, organizationRoles: [{ id: 'collaborator', name: 'collaborator' }] },
    ]);
    const promote = { roleName: 'admin' };
    expect((await owner.member(tenantId, 'PUT', `/members/${guest.id}/roles`, promote)).status).toBe(204);
    expect((await guest.member(tenantId, 'GET', '/invitations')).status).toBe(200);
    expect((await owner.member(tenantId, 'DELETE', `/members/${guest.id}`)).status).toBe(204);
    expect((await guest.cloud('GET', '/tenants')).body).toEqual([]);
  });

  test('[TEN-12] 403 for an invitation to another user, 404 for an unknown one', async () => {
    const tenantId = await createTenant();
    const id = await invite(tenantId, guest.email);
    expect(await stranger.cloud('GET', `/invitations/${id}`)).toMatchObject({
      status: 403,
      body: { code: 'tenant.invitation_for_another_account' },
    });
    const steal = await stranger.cloud('PATCH', `/invitations/${id}/status`, { status: 'Accepted' });
    expect(steal.status).toBe(403);
    expect((await stranger.cloud('GET', '/invitations/none')).status).toBe(404);
    expect((await stranger.cloud('GET', '/invitations')).body).toEqual([]);
  });

  test('[TEN-11] an invitation is declined by its recipient, and can no longer be accepted', async () => {
    const tenantId = await createTenant();
    const id = await invite(tenantId, guest.email);
    const answer = (person: Person, status: string) =>
      person.cloud('PATCH', `/invitations/${id}/status`, { status });
    expect((await answer(stranger, 'Revoked')).status).toBe(403);
    expect((await answer(guest, 'Revoked')).status).toBe(204);
    expect((await answer(guest, 'Accepted')).status).toBe(422);
    expect((await owner.member(tenantId, 'GET', '/invitations')).body).toMatchObject([{ status: 'Revoked' }]);
  });

  test('[TEN-17] an invitation is sent again, revoked, deleted; a member is not invited twice', async () => {
    const tenantId = await createTenant();
    const id = await invite(tenantId, guest.email);
    const before = (await messages()).length;
    expect((await owner.member(tenantId, 'POST', `/invitations/${id}/message`)).status).toBe(204);
    expect(await messages()).toHaveLength(before + 1);
    const revoke = { status: 'Revoked' };
    expect((await owner.member(tenantId, 'PATCH', `/invitations/${id}/status`, revoke)).status).toBe(204);
    expect((await guest.cloud('GET', `/invitations/${id}`)).body.status).toBe('Revoked');
    expect((await owner.member(tenantId, 'DELETE', `/invitations/${id}`)).status).toBe(204);
    expect((await owner.member(tenantId, 'GET', '/invitations')).body).toEqual([]);
    const again = { invitee: [owner.email], roleName: 'admin' };
    expect(await owner.member(tenantId, 'POST', '/invitations', again)).toMatchObject({
      status: 422,
      body: { code: 'tenant.already_member', data: { invitee: owner.email } },
    });
  });

  test('[TEN-17] [BILL-3] invitations count against the plan’s members', async () => {
    const tenantId = await createTenant({ name: 'Small', tag: 'production' });
    const invitation = { invitee: [guest.email], roleName: 'collaborator' };
    expect(await owner.member(tenantId, 'POST', '/invitations', invitation)).toMatchObject({
      status: 403,
      body: { code: 'subscription.limit_exceeded', data: { key: 'tenantMembersLimit' } },
    });
  });

  test('[TEN-17] [BILL-3] the last places of a plan are given away once, however many ask at the same time', async () => {
    const tenantId = await createTenant();
    const people = Array.from({ length: 40 }, (_, index) => `many-${index}@harbour.example`);
    const token = await owner.session.token({ organization_id: tenantOrganizationId(tenantId) });
    const sent = await Promise.all(
      people.map(invitee =>
        call(`${app.env.ADMIN_ENDPOINT}/api/tenants/${tenantId}/invitations`, {
          method: 'POST',
          token,
          body: { invitee: [invitee], roleName: 'collaborator' },
        }),
      ),
    );
    // Twenty on the development plan, and the owner is one of them.
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(sent.filter(({ status }) => status === 403)).toHaveLength(21);
  });

  test('[ROLE-2] [ROLE-6] a collaborator is refused what only administrators may do', async () => {
    const tenantId = await createTenant();
    const id = await invite(tenantId, guest.email);
    await guest.cloud('PATCH', `/invitations/${id}/status`, { status: 'Accepted' });
    const refused = [
      await guest.cloud('PATCH', `/tenants/${tenantId}`, { name: 'Mine' }),
      await guest.cloud('DELETE', `/tenants/${tenantId}`),
      await guest.cloud('DELETE', `/tenants/${tenantId}/subscription`),
      await guest.cloud('GET', `/tenants/${tenantId}/invoices`),
      await guest.member(tenantId, 'PATCH', '/settings', { isMfaRequired: true }),
      await guest.member(tenantId, 'GET', '/invitations'),
      await guest.member(tenantId, 'POST', '/invitations', { invitee: ['a@b.example'], roleName: 'admin' }),
      await guest.member(tenantId, 'PUT', `/members/${guest.id}/roles`, { roleName: 'admin' }),
      await guest.member(tenantId, 'DELETE', `/members/${owner.id}`),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    const allowed = [
      await guest.manage(tenantId, 'GET', '/resources'),
      await guest.member(tenantId, 'GET', '/members'),
      await guest.cloud('GET', `/tenants/${tenantId}/subscription`),
    ];
    expect(allowed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await guest.cloud('GET', `/tenants/${tenantId}/members/${guest.id}/scopes`)).body).toHaveLength(
      4,
    );
    // Every member can leave.
    expect((await guest.member(tenantId, 'DELETE', `/members/${guest.id}`)).status).toBe(204);
  });

  test('[ROLE-2] a token outlives its member, but no longer grants anything', async () => {
    const tenantId = await createTenant();
    const id = await invite(tenantId, guest.email);
    await guest.cloud('PATCH', `/invitations/${id}/status`, { status: 'Accepted' });
    const token = await guest.session.token({ organization_id: tenantOrganizationId(tenantId) });
    const read = () =>
      fetch(`${app.env.ADMIN_ENDPOINT}/m/${tenantId}/api/resources`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await read()).status).toBe(200);
    await owner.member(tenantId, 'DELETE', `/members/${guest.id}`);
    expect((await read()).status).toBe(403);
    expect((await guest.cloud('GET', `/tenants/${tenantId}/members/${guest.id}/scopes`)).body).toEqual([]);
  });

  test('[ROLE-2] non-members are refused everything about a tenant', async () => {
    const tenantId = await createTenant();
    const refused = [
      await stranger.cloud('PATCH', `/tenants/${tenantId}`, { name: 'Mine' }),
      await stranger.cloud('DELETE', `/tenants/${tenantId}`),
      await stranger.cloud('GET', `/tenants/${tenantId}/subscription`),
      await stranger.cloud('GET', `/tenants/${tenantId}/subscription-usage`),
      await stranger.cloud('GET', `/tenants/${tenantId}/invoices`),
      await stranger.cloud('GET', `/tenants/${tenantId}/members/${owner.id}/scopes`),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    await expect(stranger.member(tenantId, 'GET', '/members')).rejects.toMatchObject({ status: 403 });
  });

  test('422 for the last administrator who would leave or step down', async () => {
    const tenantId = await createTenant();
    const code = 'tenant.last_administrator';
    const leave = await owner.member(tenantId, 'DELETE', `/members/${owner.id}`);
    expect(leave).toMatchObject({ status: 422, body: { code } });
    const stepDown = { roleName: 'collaborator' };
    const answer = await owner.member(tenantId, 'PUT', `/members/${owner.id}/roles`, stepDown);
    expect(answer).toMatchObject({ status: 422, body: { code } });
  });

  test('[TEN-18] a tenant is renamed, and deleted with everything in it', async () => {
    const tenantId = await createTenant();
    const renamed = await owner.cloud('PATCH', `/tenants/${tenantId}`, { name: 'Pier' });
    expect(renamed.body).toMatchObject({ id: tenantId, name: 'Pier' });
    await owner.manage(tenantId, 'POST', '/resources', { name: 'A', indicator: 'https://a.example' });
    const organizationId = tenantOrganizationId(tenantId);
    const token = await owner.session.token({ organization_id: organizationId });
    const look = () => call(`${app.env.ADMIN_ENDPOINT}/m/${tenantId}/api/resources`, { token });
    const deletion = owner.cloud('DELETE', `/tenants/${tenantId}`);
    // A user who is there meanwhile is admitted, or learns that it is gone: never that access is denied.
    const seen = new Set<number>();
    while (!seen.has(404)) seen.add((await look()).status);
    expect([...seen].filter(status => status !== 200)).toEqual([404]);
    expect((await deletion).status).toBe(204);
    expect(await look()).toMatchObject({ status: 404, body: { code: 'tenant.not_found' } });
    expect((await owner.cloud('GET', '/tenants')).body.map(({ id }: { id: string }) => id)).not.toContain(
      tenantId,
    );
    const left = await app.database.system(db =>
      db.selectFrom('resources').select('name').where('tenantId', '=', tenantId).execute(),
    );
    expect(left).toEqual([]);
    await expect(owner.manage(tenantId, 'GET', '/resources')).rejects.toMatchObject({ status: 403 });
    const gone = await owner.cloud('GET', `/tenants/${tenantId}/subscription`);
    expect(gone).toMatchObject({ status: 404, body: { code: 'tenant.not_found' } });
  });

  test('members must use a second factor where the tenant asks for it', async () => {
    const tenantId = await createTenant();
    const settings = await owner.member(tenantId, 'PATCH', '/settings', { isMfaRequired: true });
    expect(settings.body).toEqual({ isMfaRequired: true });
    // The owner has none: the next token is refused.
    await expect(owner.member(tenantId, 'GET', '/settings')).rejects.toMatchObject({ status: 403 });
  });

  test('[PROF-10] an account is deleted when no tenant is left', async () => {
    const leaver = await createPerson(app, 'leaver');
    const { body } = await leaver.cloud('POST', '/tenants', { name: 'Last' });
    expect(await leaver.cloud('DELETE', '/me')).toMatchObject({
      status: 422,
      body: { code: 'tenant.account_has_tenants' },
    });
    await leaver.cloud('DELETE', `/tenants/${body.id}`);
    expect((await leaver.cloud('DELETE', '/me')).status).toBe(204);
    await expect(leaver.cloud('GET', '/tenants')).rejects.toThrow();
  });

  test('[TEN-15] regions are listed', async () => {
    const { body } = await owner.cloud('GET', '/me/regions');
    expect(body.regions.map(({ name }: { name: string }) => name)).toEqual(['EU', 'US', 'AU', 'JP']);
  });
});
