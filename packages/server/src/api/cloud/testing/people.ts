import { adminTenantId, cloudAudience, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { systemOrigin } from '../../../domain/origins.ts';
import { createUser } from '../../../domain/users.ts';
import { call, type TestApp } from '../../../http/testing/app.ts';
import { signInToConsole } from '../../../http/testing/console.ts';

export type Person = Awaited<ReturnType<typeof createPerson>>;

type Request = readonly [method: string, path: string, body: object];

const password = 'correct horse battery';

/** A signed-in console user, and a client for the cloud API with their token. */
export const createPerson = async (app: TestApp, username: string) => {
  const passwordEncrypted = await app.app.services.passwords.hash(password);
  const primaryEmail = `${username}@harbour.example`;
  const { id } = await app.database
    .tenant(adminTenantId)
    .write(systemOrigin('test'), tx =>
      createUser(tx, { username, primaryEmail, isEmailVerified: true, passwordEncrypted }),
    );
  const session = await signInToConsole(app, { username, password });
  const ask = (
    token: string,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => call(`${app.env.ADMIN_ENDPOINT}${path}`, { method, token, body, ...(headers ? { headers } : {}) });
  return {
    id,
    email: primaryEmail,
    session,
    /** As themselves. */
    cloud: async (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      ask(await session.token({ resource: cloudAudience }), method, `/api${path}`, body, headers),
    /** Many requests at once. They share a token: a refresh token that is spent many times at once counts as stolen. */
    cloudAtOnce: async (method: string, path: string, bodies: object[]) => {
      const token = await session.token({ resource: cloudAudience });
      return Promise.all(bodies.map(body => ask(token, method, `/api${path}`, body)));
    },
    /** The same to several places of the cloud API, and to the management API of a tenant. */
    bothAtOnce: async (
      cloud: Request[],
      { tenantId, requests }: { tenantId: string; requests: Request[] } = { tenantId: '', requests: [] },
    ) => {
      const own = await session.token({ resource: cloudAudience });
      const member = requests.length
        ? await session.token({ organization_id: tenantOrganizationId(tenantId) })
        : '';
      return Promise.all([
        ...cloud.map(([method, path, body]) => ask(own, method, `/api${path}`, body)),
        ...requests.map(([method, path, body]) => ask(member, method, `/m/${tenantId}/api${path}`, body)),
      ]);
    },
    memberAtOnce: async (tenantId: string, method: string, path: string, bodies: object[]) => {
      const token = await session.token({ organization_id: tenantOrganizationId(tenantId) });
      return Promise.all(bodies.map(body => ask(token, method, `/api/tenants/${tenantId}${path}`, body)));
    },
    /** As a member of a tenant. */
    member: async (tenantId: string, method: string, path: string, body?: unknown) =>
      ask(
        await session.token({ organization_id: tenantOrganizationId(tenantId) }),
        method,
        `/api/tenants/${tenantId}${path}`,
        body,
      ),
    /** The management API of a tenant. */
    manage: async (tenantId: string, method: string, path: string, body?: unknown) =>
      ask(
        await session.token({ organization_id: tenantOrganizationId(tenantId) }),
        method,
        `/m/${tenantId}/api${path}`,
        body,
      ),
  };
};

export const putOnPlan = async ({ app, database }: TestApp, tenantId: string, planId: string) => {
  await database.system(db => db.updateTable('tenants').set({ planId }).where('id', '=', tenantId).execute());
  (await app.services.tenants.get(tenantId))?.cached.invalidate('tenant');
};

/** A plan that allows everything, for tests that are not about quotas. */
export const liftQuota = (app: TestApp, tenantId: string) => putOnPlan(app, tenantId, 'enterprise');
