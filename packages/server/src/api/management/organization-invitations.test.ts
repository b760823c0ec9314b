import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { systemOrigin } from '../../domain/origins.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBuilders } from './testing/builders.ts';
import { tokenWith } from './testing/tokens.ts';

const soon = () => Date.now() + 3_600_000;

describe.each(anyDatabase)('organization invitations on %s', kind => {
  let app: TestApp;
  let build: ReturnType<typeof createBuilders>;
  let organizationId: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    build = createBuilders(app);
    organizationId = (await build.organization()).id;
  });
  afterAll(() => app.close());

  const write = (work: Parameters<ReturnType<TestApp['database']['tenant']>['write']>[1]) =>
    app.database.tenant('default').write(systemOrigin('test'), work);
  const invite = (invitee: string, fields: Record<string, unknown> = {}) =>
    app.manage('POST', '/organization-invitations', {
      invitee,
      organizationId,
      expiresAt: soon(),
      ...fields,
    });
  const setStatus = (id: string, body: unknown) =>
    app.manage('PUT', `/organization-invitations/${id}/status`, body);

  test('[ENT-10] 201 invites with roles; a second pending one is refused', async () => {
    const role = await build.organizationRole();
    const created = await invite('ada@acme.example', { organizationRoleIds: [role.id] });
    expect(created).toMatchObject({
      status: 201,
      body: { status: 'Pending', inviterId: null, organizationRoles: [{ id: role.id, name: role.name }] },
    });
    expect(await invite('ADA@acme.example')).toMatchObject({
      status: 422,
      body: { code: 'entity.unique_integrity_violation' },
    });
    const path = `/organization-invitations/${created.body.id}`;
    expect((await app.manage('GET', path)).body).toEqual(created.body);
    const find = async (query: string) =>
      (await app.manage('GET', `/organization-invitations?${query}`)).body;
    expect(await find('invitee=Ada@acme.example')).toHaveLength(1);
    expect(await find(`organizationId=${organizationId}&invitee=nobody@acme.example`)).toEqual([]);
    expect(await find('inviterId=nobody')).toEqual([]);
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('GET', path)).status).toBe(404);
    expect((await app.manage('DELETE', path)).status).toBe(404);
  });

  test('400 for a time that is over, 422 for a member and an organization that is not there', async () => {
    expect(await invite('late@acme.example', { expiresAt: Date.now() - 1 })).toMatchObject({
      status: 400,
      body: { code: 'request.invalid_input' },
    });
    expect((await invite('x@acme.example', { organizationId: 'nothing' })).status).toBe(422);
    const member = await build.user({ primaryEmail: 'member@acme.example' });
    await app.manage('POST', `/organizations/${organizationId}/users`, { userIds: [member.id] });
    expect(await invite('Member@acme.example')).toMatchObject({
      status: 422,
      body: { code: 'request.invalid_input', details: expect.stringContaining('member') },
    });
  });

  test('200 accepting makes a member with the offered roles, once, and only who was invited', async () => {
    const role = await build.organizationRole();
    const { body: invitation } = await invite('bob@acme.example', { organizationRoleIds: [role.id] });
    const [bob, eve] = [
      await build.user({ primaryEmail: 'Bob@acme.example' }),
      await build.user({ primaryEmail: 'eve@acme.example' }),
    ];
    expect((await setStatus(invitation.id, { status: 'Accepted' })).status).toBe(422);
    expect((await setStatus(invitation.id, { status: 'Accepted', acceptedUserId: eve.id })).status).toBe(422);
    const accepted = await setStatus(invitation.id, { status: 'Accepted', acceptedUserId: bob.id });
    expect(accepted).toMatchObject({ status: 200, body: { status: 'Accepted', acceptedUserId: bob.id } });
    const roles = await app.manage('GET', `/organizations/${organizationId}/users/${bob.id}/roles`);
    expect(roles.body).toMatchObject([{ id: role.id }]);
    expect((await setStatus(invitation.id, { status: 'Revoked' })).body.code).toBe('request.invalid_input');
    const told = await app.database
      .tenant('default')
      .read(db => db.selectFrom('events').select('data').orderBy('id', 'desc').limit(1).execute());
    expect(told).toEqual([{ data: { organizationId, addedUserIds: [bob.id] } }]);
  });

  test('200 a revoked invitation cannot be accepted; the address can be invited again', async () => {
    const user = await build.user({ primaryEmail: 'carl@acme.example' });
    const { body: invitation } = await invite('carl@acme.example');
    expect((await setStatus(invitation.id, { status: 'Revoked' })).body.status).toBe('Revoked');
    expect((await setStatus(invitation.id, { status: 'Accepted', acceptedUserId: user.id })).status).toBe(
      422,
    );
    expect((await invite('carl@acme.example')).status).toBe(201);
  });

  test('an invitation past its time reads as expired, cannot be accepted and makes room for another', async () => {
    const user = await build.user({ primaryEmail: 'dora@acme.example' });
    const { body: invitation } = await invite('dora@acme.example');
    await write(tx =>
      tx.update('organizationInvitations', { id: invitation.id }, { expiresAt: Date.now() - 1000 }),
    );
    const read = await app.manage('GET', `/organization-invitations/${invitation.id}`);
    expect(read.body.status).toBe('Expired');
    expect((await setStatus(invitation.id, { status: 'Accepted', acceptedUserId: user.id })).status).toBe(
      422,
    );
    expect((await invite('dora@acme.example')).status).toBe(201);
  });

  test('501 without an email connector; with one the message waits, sealed, to be delivered', async () => {
    const messagePayload = { link: 'https://acme.example/join' };
    expect(await invite('fay@acme.example', { messagePayload })).toMatchObject({
      status: 501,
      body: { code: 'connector.not_found' },
    });
    expect((await app.manage('GET', '/organization-invitations?invitee=fay@acme.example')).body).toEqual([]);
    expect((await invite('fay@acme.example', { messagePayload: false })).status).toBe(201);

    await write(tx => tx.insert('connectors', { id: 'mail', connectorId: 'development-mailbox' }));
    const { body: invitation } = await invite('gus@acme.example', { messagePayload });
    const resend = await app.manage(
      'POST',
      `/organization-invitations/${invitation.id}/message`,
      messagePayload,
    );
    expect(resend.status).toBe(204);
    const path = `${app.env.ENDPOINT}/api/development-mailbox?recipient=gus@acme.example`;
    const reader = await call(path, { token: await tokenWith(app, ['connectors:read', 'users:read']) });
    expect(reader.body).toMatchObject([{ payload: {} }, { payload: {} }]);
    expect(reader.text).not.toContain(messagePayload.link);
    expect((await app.manage('GET', '/development-mailbox?recipient=gus@acme.example')).text).toContain(
      messagePayload.link,
    );
    const messages = await app.database
      .tenant('default')
      .read(db => db.selectFrom('messages').selectAll().orderBy('id').execute());
    expect(messages).toHaveLength(2);
    expect(messages[0]).toMatchObject({
      channel: 'Email',
      recipient: 'gus@acme.example',
      templateType: 'OrganizationInvitation',
      sentAt: null,
    });
    expect(messages[0]?.payload).not.toContain('acme');
    expect(JSON.parse(app.vault.open(messages[0]?.payload ?? ''))).toMatchObject({
      ...messagePayload,
      invitationId: invitation.id,
      organizationId,
      organization: { id: organizationId, name: expect.stringContaining('Organization') },
    });
  });
});
