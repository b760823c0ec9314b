import { adminTenantId, managementAudience, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../api/cloud/testing/people.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { createAdministrator } from '../domain/administrators.ts';
import { systemOrigin } from '../domain/origins.ts';
import { addMember } from '../domain/tenant-members.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { signInToConsole } from '../http/testing/console.ts';
import { openInvitation } from './testing/invited.ts';

const password = 'correct horse battery';
const organization_id = tenantOrganizationId('default');

describe.each(databaseKinds)('members of a self-hosted tenant on %s', kind => {
  let app: TestApp;
  let owner: Person;
  beforeAll(async () => {
    app = await startTestApp(kind);
    owner = await administrator('owner');
  });
  afterAll(() => app.close());

  const join = (userId: string, role: 'admin' | 'collaborator') =>
    app.database
      .tenant(adminTenantId)
      .write(systemOrigin('test'), tx => addMember(tx, 'default', userId, role));
  const administrator = async (name: string) => {
    const person = await createPerson(app, name);
    await join(person.id, 'admin');
    (await app.app.services.tenants.admin()).cached.invalidate('members');
    return { ...person, session: await signInToConsole(app, { username: name, password }) } as Person;
  };
  /** As a member, with tokens of a sign-in that is newer than the membership. */
  const asMember = async (person: Person, method: string, path: string, body?: unknown) =>
    call(`${app.env.ADMIN_ENDPOINT}/api/tenants/default${path}`, {
      method,
      body,
      token: await person.session.token({ organization_id }),
    });
  const invite = async (invitee: string, roleName = 'collaborator') => {
    const sent = await asMember(owner, 'POST', '/invitations', { invitee: [invitee], roleName });
    expect(sent, sent.text).toMatchObject({ status: 201, body: [{ invitee, isEmailed: false }] });
    const id = sent.body[0].id as string;
    const { body } = await asMember(owner, 'POST', `/invitations/${id}/link`);
    return { id, link: body.link as string };
  };
  const manage = async (session: Person['session'], method: string, path: string, body?: unknown) =>
    call(`${app.env.ENDPOINT}/api${path}`, {
      method,
      body,
      token: await session.token({ resource: managementAudience('default') }),
    });

  test('a second administrator registers by the link where registration is closed, joins and manages', async () => {
    const { id, link } = await invite('second@harbour.example', 'admin');
    expect(link).toMatch(
      `${app.env.ADMIN_ENDPOINT}/console/accept/${id}#login_hint=second%40harbour.example`,
    );
    const visit = await openInvitation(app, link);
    expect(await visit.register({ username: 'second', password })).toBe(200);
    const session = await signInToConsole(app, { username: 'second', password });
    expect((await manage(session, 'GET', '/roles')).status).toBe(403);
    const accepted = await call(`${app.env.ADMIN_ENDPOINT}/api/invitations/${id}/status`, {
      method: 'PATCH',
      token: await session.token({ resource: 'https://cloud.gatehouse.app/api' }),
      body: { status: 'Accepted' },
    });
    expect(accepted.status, accepted.text).toBe(204);
    const fresh = await signInToConsole(app, { username: 'second', password });
    expect((await manage(fresh, 'GET', '/roles')).status).toBe(200);
    const members = await asMember({ session: fresh } as Person, 'GET', '/members');
    expect(members.body).toMatchObject([{ username: 'owner' }, { username: 'second' }]);
  });

  test('registration requires the link, and the link registers one address once', async () => {
    const { link } = await invite('once@harbour.example');
    const stranger = await openInvitation(app, link.replace('once%40', 'other%40'));
    expect((await stranger.prove()).body.code).toBe('one_time_token.email_mismatch');
    await stranger.step('PUT', '/experience', { interactionEvent: 'Register' });
    const identifier = { type: 'email', value: 'other@harbour.example' };
    const asked = { identifier, interactionEvent: 'Register' };
    const closed = await stranger.step('POST', '/experience/verification/verification-code', asked);
    expect(closed.status).toBe(403);
    const visits = await Promise.all(Array.from({ length: 10 }, () => openInvitation(app, link)));
    const proofs = await Promise.all(visits.map(visit => visit.prove()));
    expect(proofs.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await (await openInvitation(app, link)).prove()).status).toBe(400);
  });

  test('the link makes an account and never opens one', async () => {
    const victim = await createPerson(app, 'victim');
    const { link } = await invite(victim.email);
    const visit = await openInvitation(app, link);
    expect(await visit.prove()).toMatchObject({ status: 422, body: { code: 'user.email_already_in_use' } });
  });

  test('a link is worth nothing once its invitation is revoked, deleted, sent again or over', async () => {
    const revoked = await invite('revoked@harbour.example');
    await asMember(owner, 'PATCH', `/invitations/${revoked.id}/status`, { status: 'Revoked' });
    const deleted = await invite('deleted@harbour.example');
    await asMember(owner, 'DELETE', `/invitations/${deleted.id}`);
    const replaced = await invite('replaced@harbour.example');
    const { body: newer } = await asMember(owner, 'POST', `/invitations/${replaced.id}/link`);
    const over = await invite('over@harbour.example');
    await app.database.system(db =>
      db.updateTable('organizationInvitations').set({ expiresAt: 1 }).where('id', '=', over.id).execute(),
    );
    for (const { link } of [revoked, deleted, replaced, over]) {
      const { status, body } = await (await openInvitation(app, link)).prove();
      expect(status, body.code).toBe(400);
    }
    expect((await (await openInvitation(app, newer.link)).prove()).status).toBe(200);
  });

  test('no token of an invitation is made by the management API', async () => {
    const { id } = await invite('forged@harbour.example');
    const made = await app.manage('POST', '/one-time-tokens', {
      email: 'forged@harbour.example',
      context: { invitationId: id },
    });
    expect(made.status).toBe(400);
  });

  test('an invitation is answered once: accepted or revoked, never both', async () => {
    const guests = await Promise.all([1, 2, 3, 4, 5].map(index => createPerson(app, `guest${index}`)));
    const revokeToken = await owner.session.token({ organization_id });
    for (const guest of guests) {
      const { id } = await invite(guest.email);
      const token = await guest.session.token({ resource: 'https://cloud.gatehouse.app/api' });
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () =>
          call(`${app.env.ADMIN_ENDPOINT}/api/invitations/${id}/status`, {
            method: 'PATCH',
            token,
            body: { status: 'Accepted' },
          }),
        ),
        ...Array.from({ length: 5 }, () =>
          call(`${app.env.ADMIN_ENDPOINT}/api/tenants/default/invitations/${id}/status`, {
            method: 'PATCH',
            token: revokeToken,
            body: { status: 'Revoked' },
          }),
        ),
      ]);
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
      const isAccepted = answers.slice(0, 5).some(({ status }) => status === 204);
      const { body } = await asMember(owner, 'GET', '/members');
      expect(body.some((member: { id: string }) => member.id === guest.id)).toBe(isAccepted);
      const sent = await asMember(owner, 'GET', '/invitations');
      const { status } = sent.body.find((sent: { id: string }) => sent.id === id);
      expect(status).toBe(isAccepted ? 'Accepted' : 'Revoked');
    }
  });

  test('a collaborator manages the tenant, and neither members nor the sign-in to the console', async () => {
    const helper = await createPerson(app, 'helper');
    await join(helper.id, 'collaborator');
    const session = await signInToConsole(app, { username: 'helper', password });
    const person = { ...helper, session } as Person;
    expect((await manage(session, 'GET', '/roles')).status).toBe(200);
    const refused = [
      await asMember(person, 'POST', '/invitations', { invitee: ['x@harbour.example'], roleName: 'admin' }),
      await asMember(person, 'PUT', `/members/${helper.id}/roles`, { roleName: 'admin' }),
      await asMember(person, 'DELETE', `/members/${owner.id}`),
      await call(`${app.env.ADMIN_ENDPOINT}/m/admin/api/sign-in-exp`, {
        token: await session.token({ organization_id }),
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  test('a token for inviting alone creates no administrators', async () => {
    const token = await owner.session.token({
      organization_id,
      scope: 'invite:member update:member:role read:member',
    });
    const ask = (method: string, path: string, body: unknown) =>
      call(`${app.env.ADMIN_ENDPOINT}/api/tenants/default${path}`, { method, token, body });
    const helper = await createPerson(app, 'climber');
    await join(helper.id, 'collaborator');
    const answers = [
      await ask('POST', '/invitations', { invitee: ['climb@harbour.example'], roleName: 'admin' }),
      await ask('PUT', `/members/${helper.id}/roles`, { roleName: 'admin' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  });

  test('who is removed or suspended loses access at once, and what they have sent ends', async () => {
    const leaver = await administrator('leaver');
    const body = { invitee: ['back-door@harbour.example'], roleName: 'admin' };
    const { body: sent } = await asMember(leaver, 'POST', '/invitations', body);
    const token = await leaver.session.token({ resource: managementAudience('default') });
    const look = () => call(`${app.env.ENDPOINT}/api/roles`, { token });
    expect((await look()).status).toBe(200);
    expect((await asMember(owner, 'DELETE', `/members/${leaver.id}`)).status).toBe(204);
    expect((await look()).status).toBe(403);
    const { body: invitations } = await asMember(owner, 'GET', '/invitations');
    expect(invitations.find(({ id }: { id: string }) => id === sent[0].id).status).toBe('Revoked');

    const suspended = await administrator('suspended');
    const held = await suspended.session.token({ resource: managementAudience('default') });
    await app.database.tenant(adminTenantId).write(systemOrigin('test'), async tx => {
      await tx.update('users', { id: suspended.id }, { isSuspended: true });
      tx.invalidate('people');
    });
    expect((await call(`${app.env.ENDPOINT}/api/roles`, { token: held })).body.code).toBe('user.suspended');
    await asMember(owner, 'DELETE', `/members/${suspended.id}`);
  });

  test('an administrator that the command line made is removed with all that it holds', async () => {
    const { id } = await createAdministrator(app.database, { username: 'by_hand', password });
    const session = await signInToConsole(app, { username: 'by_hand', password });
    const token = await session.token({ resource: managementAudience('default') });
    const look = () => call(`${app.env.ENDPOINT}/api/roles`, { token });
    expect((await look()).status).toBe(200);
    expect((await asMember(owner, 'DELETE', `/members/${id}`)).status).toBe(204);
    expect((await look()).status).toBe(403);
  });

  test('the last administrator stays, also when all leave at once, and suspended ones do not count', async () => {
    const own = await startTestApp(kind);
    try {
      const names = ['one', 'two', 'three', 'four'];
      const people = await Promise.all(
        names.map(async username => {
          const { id } = await createAdministrator(own.database, { username, password });
          const session = await signInToConsole(own, { username, password });
          return { id, token: await session.token({ organization_id }) };
        }),
      );
      const leave = ({ id, token }: { id: string; token: string }) =>
        call(`${own.env.ADMIN_ENDPOINT}/api/tenants/default/members/${id}`, { method: 'DELETE', token });
      const [one, two, ...others] = people as [{ id: string; token: string }, { id: string; token: string }];
      await own.database.tenant(adminTenantId).write(systemOrigin('test'), async tx => {
        await tx.update('users', { id: one.id }, { isSuspended: true });
        tx.invalidate('people');
      });
      const answers = await Promise.all(
        [two, ...others].flatMap(person => Array.from({ length: 14 }, () => leave(person))),
      );
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(2);
      const left = await own.database
        .tenant(adminTenantId)
        .read(db => db.selectFrom('organizationUsers').select('userId').execute());
      expect(left).toHaveLength(2);
    } finally {
      await own.close();
    }
  });

  test('administrators set up how the console is signed in to, and nothing else of its tenant', async () => {
    const token = await owner.session.token({ organization_id });
    const own = (method: string, path: string, body?: unknown) =>
      call(`${app.env.ADMIN_ENDPOINT}/m/admin/api${path}`, { method, token, body });
    expect((await own('GET', '/sign-in-exp')).body).toMatchObject({ signInMode: 'SignIn' });
    const mfa = { factors: ['Totp'], policy: 'UserControlled' };
    expect((await own('PATCH', '/sign-in-exp', { mfa })).body).toMatchObject({ mfa });
    expect((await own('GET', '/connectors')).status).toBe(200);
    expect((await own('GET', '/sso-connectors')).status).toBe(200);
    expect((await own('GET', '/configs/oidc/session')).status).toBe(200);
    // A response of these areas tells nothing of users either.
    const ofUser = await own('POST', '/sign-in-exp/default/check-password', {
      password: 'x',
      userId: owner.id,
    });
    expect(ofUser).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
    const refused = await Promise.all(
      [
        ['GET', '/users'],
        ['POST', '/users'],
        ['GET', '/roles'],
        ['GET', '/applications'],
        ['POST', '/applications'],
        ['GET', '/organizations'],
        ['GET', '/one-time-tokens'],
        ['POST', '/sso-connectors'],
        ['GET', '/logs'],
        ['GET', '/changes'],
        ['GET', '/configs/jwt-customizer'],
        ['GET', '/configs/oidc/private-keys'],
      ].map(([method, path]) => own(method!, path!, method === 'POST' ? {} : undefined)),
    );
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    expect((await call(`${app.env.ADMIN_ENDPOINT}/m/default/api/roles`, { token })).status).toBe(404);
  });
});
