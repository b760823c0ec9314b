import {
  adminTenantId,
  cloudAudience,
  managementAudience,
  tenantOrganizationId,
} from '@gatehouse/contract/dialect.ts';
import type { RoleLimits } from '@gatehouse/contract/limited-roles.ts';
import type { BuiltInRole } from '@gatehouse/contract/member-roles.ts';
import { createPerson, liftQuota } from '../../api/cloud/testing/people.ts';
import { systemOrigin } from '../../domain/origins.ts';
import { addMember } from '../../domain/tenant-members.ts';
import { call, type TestApp } from '../../http/testing/app.ts';

export type Workplace = Awaited<ReturnType<typeof openWorkplace>>;
export type Colleague = Awaited<ReturnType<Workplace['hire']>>;

/** A tenant with an administrator, in either edition, and people who join it with a role. */
export const openWorkplace = async (app: TestApp, founderName = 'founder') => {
  const isCloud = app.env.GATEHOUSE_EDITION === 'cloud';
  const join = (tenantId: string, userId: string, role: BuiltInRole) =>
    app.database.tenant(adminTenantId).write(systemOrigin('test'), async tx => {
      await addMember(tx, tenantId, userId, role);
      tx.invalidate('members');
    });
  const founder = await createPerson(app, founderName);
  const createTenant = async () => {
    const { body } = await founder.cloud('POST', '/tenants', { name: 'Harbour' });
    await liftQuota(app, body.id);
    return body.id as string;
  };
  const tenantId = isCloud ? await createTenant() : 'default';
  const organization_id = tenantOrganizationId(tenantId);
  const baseUrl = isCloud ? `${app.env.ADMIN_ENDPOINT}/m/${tenantId}/api` : `${app.env.ENDPOINT}/api`;

  /** Tokens are kept: what a role allows has to hold without new ones. */
  const withTokens = async ({ id, email, session }: Awaited<ReturnType<typeof createPerson>>) => {
    const membership = await session.token({ organization_id });
    const management = isCloud
      ? membership
      : await session.token({ resource: managementAudience('default') });
    const own = await session.token({ resource: cloudAudience });
    const ask = (token: string, url: string) => (method: string, path: string, body?: unknown) =>
      call(`${url}${path}`, { method, token, body });
    const member = ask(membership, `${app.env.ADMIN_ENDPOINT}/api/tenants/${tenantId}`);
    return {
      id,
      email,
      session,
      membership,
      management,
      member,
      manage: ask(management, baseUrl),
      cloud: ask(own, `${app.env.ADMIN_ENDPOINT}/api`),
      permissions: async () => {
        const { body } = await ask(own, `${app.env.ADMIN_ENDPOINT}/api/tenants/${tenantId}`)(
          'GET',
          `/members/${id}/scopes`,
        );
        return (body as { name: string }[]).map(({ name }) => name).sort();
      },
    };
  };

  const hire = async (name: string, role: BuiltInRole) => {
    const person = await createPerson(app, name);
    await join(tenantId, person.id, role);
    return withTokens(person);
  };
  if (!isCloud) await join(tenantId, founder.id, 'admin');
  const owner = await withTokens(founder);
  return {
    app,
    isCloud,
    tenantId,
    baseUrl,
    owner,
    hire,
    /** Makes a role of these permissions. */
    createRole: async (name: string, permissions: readonly string[]) => {
      const { status, body, text } = await owner.member('POST', '/member-roles', { name, permissions });
      if (status !== 201) throw new Error(text);
      return body.id as string;
    },
    /** Someone with a role of these permissions. The tokens are newer than the role. */
    hireWith: async (name: string, permissions: readonly string[], limits?: RoleLimits) => {
      const person = await createPerson(app, name);
      await join(tenantId, person.id, 'auditor');
      const role = { name, permissions, limits };
      const { status, body, text } = await owner.member('POST', '/member-roles', role);
      if (status !== 201) throw new Error(text);
      const given = await owner.member('PUT', `/members/${person.id}/roles`, { roleName: body.id });
      if (given.status !== 204) throw new Error(given.text);
      return { ...(await withTokens(person)), roleId: body.id as string };
    },
  };
};
