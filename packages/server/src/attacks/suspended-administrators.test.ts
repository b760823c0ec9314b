import {
  adminTenantId,
  cloudAudience,
  managementAudience,
  meAudience,
  tenantOrganizationId,
} from '@gatehouse/contract/dialect.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../api/cloud/testing/people.ts';
import { machineWith } from '../api/management/testing/tokens.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { createAdministrator } from '../domain/administrators.ts';
import { systemOrigin } from '../domain/origins.ts';
import { hashPassword } from '../domain/passwords.ts';
import { listSessions, revokeOtherAccess, revokeSession } from '../domain/sessions.ts';
import { deleteUser, suspendUser } from '../domain/suspend-user.ts';
import { administratorRoleId } from '../domain/tenants.ts';
import { findUser, updateUser } from '../domain/users.ts';
import { call, startTestApp, statementsOnceWarm, type TestApp } from '../http/testing/app.ts';
import { signInToConsole } from '../http/testing/console.ts';
import { secondHasPassed } from './testing/people.ts';

const password = 'correct horse battery';

describe.each(anyDatabase)('tokens of people and machines that are no longer what they were on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const people = () => app.database.tenant(adminTenantId);
  const enter = async (username: string) => {
    const { id } = await createAdministrator(app.database, { username, password });
    return { id, ...(await enterAgain(username)) };
  };
  const enterAgain = async (username: string) => {
    const session = await signInToConsole(app, { username, password });
    const { signOut } = session;
    const tokens = {
      management: await session.token({ resource: managementAudience('default') }),
      me: await session.token({ resource: meAudience }),
    };
    const manage = () => call(`${app.env.ENDPOINT}/api/resources`, { token: tokens.management });
    const readMe = () =>
      call(`${app.env.ADMIN_ENDPOINT}/me/user-assets/service-status`, { token: tokens.me });
    expect([(await manage()).status, (await readMe()).status]).toEqual([200, 200]);
    return { manage, readMe, signOut };
  };

  test('[V7.4.1] an administrator who signs out leaves no token behind that still works', async () => {
    const { manage, readMe, signOut } = await enter('leaver');
    const elsewhere = await enterAgain('leaver');
    await signOut();
    for (const ask of [manage, readMe]) expect((await ask()).status).toBe(401);
    for (const ask of [elsewhere.manage, elsewhere.readMe]) expect((await ask()).status).toBe(200);
  });

  test('[V7.4.1] a server that stops during a sign-out leaves the session or no token, never a token alone', async () => {
    const { manage, signOut } = await enter('unlucky');
    // Writes down in which transaction the session goes, and in which its tokens are refused.
    await app.database.system(async db => {
      await sql`create table witnesses (operation text, transaction text)`.execute(db);
      await sql`create function witness() returns trigger language plpgsql security definer as $$ begin
        insert into witnesses values (tg_op, pg_current_xact_id()::text);
        return coalesce(new, old);
      end $$`.execute(db);
      await sql`create trigger witness_end before delete on oidc_model_instances
        for each row when (old.model_name = 'Session') execute function witness()`.execute(db);
      await sql`create trigger witness_mark before insert on oidc_model_instances
        for each row when (new.model_name = 'EndedSession') execute function witness()`.execute(db);
    });
    await signOut();
    expect((await manage()).status).toBe(401);
    const seen = await app.database.system(async db => {
      const { rows } = await sql<{ operation: string; transaction: string }>`select * from witnesses`.execute(
        db,
      );
      for (const name of ['witness_end', 'witness_mark'])
        await sql`drop trigger ${sql.ref(name)} on oidc_model_instances`.execute(db);
      await sql`drop function witness`.execute(db);
      await sql`drop table witnesses`.execute(db);
      return rows;
    });
    expect(seen.map(({ operation }) => operation).sort()).toEqual(['DELETE', 'INSERT']);
    expect(new Set(seen.map(({ transaction }) => transaction)).size).toBe(1);
  });

  test('[V8.3.2] a suspended administrator is refused immediately, and admitted again after another sign-in', async () => {
    const { id, manage, readMe } = await enter('suspended');
    await people().write(systemOrigin('test'), tx => suspendUser(tx, id, true));
    for (const ask of [manage, readMe])
      expect(await ask()).toMatchObject({ status: 401, body: { code: 'user.suspended' } });
    await people().write(systemOrigin('test'), tx => suspendUser(tx, id, false));
    for (const ask of [manage, readMe]) expect((await ask()).status).toBe(401);
    await secondHasPassed();
    await enterAgain('suspended');
  });

  test('a deleted administrator is refused at once', async () => {
    const { id, manage, readMe } = await enter('deleted');
    await people().write(systemOrigin('test'), async tx => deleteUser(tx, await findUser(tx.db, id)));
    for (const ask of [manage, readMe])
      expect(await ask()).toMatchObject({ status: 401, body: { code: 'auth.unauthorized' } });
  });

  test('an administrator who lost the role and the membership can do nothing with the token that names them', async () => {
    const { id, manage, readMe } = await enter('demoted');
    const roleId = administratorRoleId('default');
    await people().write(systemOrigin('test'), async tx => {
      await tx.delete('usersRoles', { userId: id, roleId });
      await tx.delete('organizationUsers', {
        organizationId: tenantOrganizationId('default'),
        userId: id,
      });
    });
    expect(await manage()).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
    expect((await readMe()).status).toBe(200);
  });

  test('[V8.3.2] a machine that lost its role, or was deleted, can do nothing with its token', async () => {
    const machine = await machineWith(app, ['users:read']);
    const list = () => call(`${app.env.ENDPOINT}/api/users`, { token: machine.token });
    expect((await list()).status).toBe(200);
    await app.manage('DELETE', `/applications/${machine.id}/roles/${machine.roleId}`);
    expect(await list()).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
    await app.manage('POST', `/applications/${machine.id}/roles`, { roleIds: [machine.roleId] });
    expect((await list()).status).toBe(200);
    await app.manage('DELETE', `/applications/${machine.id}`);
    expect(await list()).toMatchObject({ status: 401, body: { code: 'auth.unauthorized' } });
  });

  test('[V7.4.3] another password ends the tokens of all other sessions at once', async () => {
    const { id, manage, readMe } = await enter('hacked');
    const own = await signInToConsole(app, { username: 'hacked', password });
    const tokens = {
      management: await own.token({ resource: managementAudience('default') }),
      me: await own.token({ resource: meAudience }),
    };
    const me = (path: string, body: object) =>
      call(`${app.env.ADMIN_ENDPOINT}/me${path}`, { method: 'POST', token: tokens.me, body });
    expect((await me('/password/verify', { password })).status).toBe(204);
    expect((await me('/password', { password: 'a much better battery staple' })).status).toBe(204);
    for (const ask of [manage, readMe])
      expect(await ask()).toMatchObject({ status: 401, body: { code: 'auth.unauthorized' } });
    // The session in which it was changed stays, until another user resets the password.
    const keep = () => call(`${app.env.ENDPOINT}/api/resources`, { token: tokens.management });
    expect((await keep()).status).toBe(200);
    const passwordEncrypted = await hashPassword(password);
    await people().write(systemOrigin('test'), tx => updateUser(tx, id, { passwordEncrypted }));
    expect((await keep()).status).toBe(401);
  });

  test('[V7.4.3] the end of a session ends its tokens at once, and no others', async () => {
    const { id, manage } = await enter('ended');
    const { manage: another } = await enterAgain('ended');
    const tenant = (await app.app.services.tenants.get(adminTenantId))!;
    const sessions = await people().read(db => listSessions(db, id));
    const [first] = sessions.toSorted((one, other) => one.payload.iat - other.payload.iat);
    const uid = first!.payload.uid;
    await people().write(systemOrigin('test'), tx => revokeSession({ tenant, tx }, { userId: id, uid }));
    const statuses = [(await manage()).status, (await another()).status];
    expect(statuses.toSorted()).toEqual([200, 401]);
    await people().write(systemOrigin('test'), tx => revokeOtherAccess(tx, id, undefined));
    for (const ask of [manage, another]) expect((await ask()).status).toBe(401);
  });

  test('the look at what is true today costs no statement', async () => {
    const { readMe } = await enter('quick');
    const asMachine = () => app.manage('GET', '/user-assets/service-status');
    for (const ask of [readMe, asMachine])
      expect(await statementsOnceWarm(app, async () => void (await ask()))).toBe(0);
  });
});

describe.each(anyDatabase)('tokens of people who left the cloud on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' } });
  });
  afterAll(() => app.close());

  test('a suspended member is refused by the cloud API and by the tenants', async () => {
    const person = await createPerson(app, 'leaver');
    const { body: tenant } = await person.cloud('POST', '/tenants', { name: 'Left' });
    const tokens = {
      cloud: await person.session.token({ resource: cloudAudience }),
      me: await person.session.token({ resource: meAudience }),
      member: await person.session.token({ organization_id: tenantOrganizationId(tenant.id) }),
    };
    const admin = app.env.ADMIN_ENDPOINT;
    const asks = [
      () => call(`${admin}/api/tenants`, { token: tokens.cloud }),
      () => call(`${admin}/me/user-assets/service-status`, { token: tokens.me }),
      () => call(`${admin}/m/${tenant.id}/api/resources`, { token: tokens.member }),
      () => call(`${admin}/api/tenants/${tenant.id}/members`, { token: tokens.member }),
    ];
    for (const ask of asks) expect((await ask()).status).toBe(200);
    const people = app.database.tenant(adminTenantId);
    await people.write(systemOrigin('test'), tx => suspendUser(tx, person.id, true));
    for (const ask of asks)
      expect(await ask()).toMatchObject({ status: 401, body: { code: 'user.suspended' } });
    await people.write(systemOrigin('test'), async tx => deleteUser(tx, await findUser(tx.db, person.id)));
    for (const ask of asks) expect((await ask()).status).toBe(401);
  });
});
