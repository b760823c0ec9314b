import { managementRole } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepMessages } from '../api/experience/testing/visit.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Colleague, openWorkplace } from './testing/members.ts';

/** Relations lead from the objects that a role is limited to, to others. */
describe('relations of the objects that a role is limited to', () => {
  let app: TestApp;
  let owner: Colleague;
  let clerk: Colleague & { roleId: string };
  const ids = {
    ownApp: '',
    ownSite: '',
    otherApp: '',
    ownOrg: '',
    otherOrg: '',
    member: '',
    stranger: '',
    scope: '',
  };

  const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

  const made = async (path: string, body: unknown): Promise<string> => {
    const { status, body: answer, text } = await owner.manage('POST', path, body);
    if (status >= 300) throw new Error(`${path}: ${text}`);
    return answer?.id ?? '';
  };

  beforeAll(async () => {
    app = await startTestApp('postgresql');
    await keepMessages(app);
    const place = await openWorkplace(app);
    owner = place.owner;
    for (const name of ['ownApp', 'otherApp'] as const)
      ids[name] = await made('/applications', { name, type: 'MachineToMachine' });
    ids.ownSite = await made('/applications', { name: 'Site', type: 'Traditional', isThirdParty: true });
    ids.scope = await made('/organization-scopes', { name: 'sail' });
    for (const name of ['ownOrg', 'otherOrg'] as const) {
      ids[name] = await made('/organizations', { name });
      await made(`/organizations/${ids[name]}/applications`, { applicationIds: [ids.ownApp, ids.otherApp] });
    }
    for (const name of ['member', 'stranger'] as const)
      ids[name] = await made('/users', {
        username: name,
        name: `Name of ${name}`,
        primaryEmail: `${name}@example.com`,
      });
    for (const organizationId of [ids.ownOrg, ids.otherOrg])
      await made(`/organizations/${organizationId}/users`, { userIds: [ids.member] });
    await made(`/organizations/${ids.otherOrg}/users`, { userIds: [ids.stranger] });
    await made(`/applications/${ids.ownSite}/users/${ids.member}/consent-organizations`, {
      organizationIds: [ids.ownOrg, ids.otherOrg],
    });
    const permissions = ['applications:read', 'applications:write', 'organizations:read'];
    clerk = await place.hireWith('clerk', [...permissions, 'organizations:write', 'users:read'], {
      applications: [ids.ownApp, ids.ownSite],
      organizations: [ids.ownOrg],
    });
    await place.hireWith('rival', ['organizations:read'], {
      applications: [],
      organizations: [ids.otherOrg],
    });
  });
  afterAll(() => app.close());

  test('a list does not tell which objects belong to an organization that was not chosen', async () => {
    const path = `/applications?excludeOrganizationId=${ids.otherOrg}`;
    expect(idsOf((await clerk.manage('GET', path)).body)).toContain(ids.ownApp);
    expect(idsOf((await owner.manage('GET', path)).body)).not.toContain(ids.ownApp);
  });

  test('no invitation describes a user who is no member of the organization', async () => {
    const invite = (person: Colleague, inviterId: string, invitee: string) =>
      person.manage('POST', '/organization-invitations', {
        organizationId: ids.ownOrg,
        inviterId,
        invitee,
        expiresAt: Date.now() + 86_400_000,
      });
    const stranger = await invite(clerk, ids.stranger, 'spy@example.com');
    const nobody = await invite(clerk, 'absent', 'spy@example.com');
    expect([stranger.status, nobody.status]).toEqual([403, 403]);
    expect((await invite(clerk, ids.member, 'guest@example.com')).status).toBe(201);

    const { body: given } = await invite(owner, ids.stranger, 'spy@example.com');
    const resend = (person: Colleague) =>
      person.manage('POST', `/organization-invitations/${given.id}/message`, {});
    const lastMessage = async () => {
      const { body } = await app.manage('GET', '/development-mailbox?recipient=spy@example.com');
      return JSON.stringify(body[0]?.payload ?? null);
    };
    expect((await resend(clerk)).status).toBe(204);
    await expect.poll(lastMessage).toContain(given.id);
    expect(await lastMessage()).not.toContain('Name of stranger');
  });

  test('a chosen machine does not lose its permissions, after which its secret would be shown', async () => {
    await owner.manage('PATCH', `/applications/${ids.ownApp}`, { isAdmin: true });
    const path = `/applications/${ids.ownApp}`;
    expect((await clerk.manage('PATCH', path, { isAdmin: false })).status).toBe(403);
    expect((await clerk.manage('DELETE', `${path}/roles/${managementRole.id}`)).status).toBe(403);
    expect((await clerk.manage('GET', `${path}/secrets`)).body[0].value).toContain('•');
    // Forms send it along.
    const renamed = await clerk.manage('PATCH', path, { name: 'ownApp', isAdmin: true });
    expect(renamed).toMatchObject({ status: 200, body: { isAdmin: true } });
  });

  test('roles that are limited to other objects are not listed', async () => {
    const own = await clerk.member('GET', '/member-roles');
    const shown = own.body.filter(({ isBuiltIn }: { isBuiltIn: boolean }) => !isBuiltIn);
    expect(idsOf(shown)).toEqual([clerk.roleId]);
    const { text } = await owner.member('GET', '/member-roles');
    expect(text).toContain(ids.otherOrg);
  });

  test('settings of a chosen application name no other users or permissions, whether they exist or not', async () => {
    const rules = { userIds: [], userRoleIds: [], organizationIds: [], organizationRoleRules: [] };
    for (const userIds of [[ids.stranger], ['absent']])
      expect(
        (await clerk.manage('PUT', `/applications/${ids.ownSite}/access-control`, { ...rules, userIds }))
          .status,
      ).toBe(403);
    for (const scopeId of [ids.scope, 'absent'])
      expect(
        (
          await clerk.manage('POST', `/applications/${ids.ownSite}/user-consent-scopes`, {
            organizationScopes: [scopeId],
          })
        ).status,
      ).toBe(403);
    expect((await clerk.manage('GET', `/applications/${ids.ownSite}/access-control`)).status).toBe(200);
  });
});
