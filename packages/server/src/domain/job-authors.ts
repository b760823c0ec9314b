import { allScope, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { ManagementPermission, TenantPermission } from '@gatehouse/contract/scopes.ts';
import type { Origin } from '../database/database.ts';
import type { Environment } from '../env.ts';
import { isSecretLeft } from './client-applications.ts';
import { isOutdated } from './credential-changes.ts';
import { audienceOf } from './management-audience.ts';
import type { Tenant } from './tenant.ts';
import type { Tenants } from './tenant-registry.ts';

/** The user or application that began the work, and when: epoch milliseconds. */
type Author = Pick<Origin['actor'], 'kind' | 'id'> & { beganAt: number; secretCreatedAt: number | undefined };
type Wanted = { tenantId: string; permission: ManagementPermission };
type Dependencies = { env: Environment; tenants: Pick<Tenants, 'get' | 'admin'> };

type Access = { scopes: ReadonlySet<string>; role?: string | undefined };

const noAccess: Access = { scopes: new Set() };

/** The current permissions of an author, and the role of a member. Everything is cached, so a step needs no query. */
export const createAuthorAccess =
  ({ env, tenants }: Dependencies) =>
  async ({ kind, id, beganAt, secretCreatedAt }: Author, tenantId: string): Promise<Access> => {
    const admin = await tenants.admin();
    const audience = audienceOf(env, tenantId);
    const ofAudience = async (issuer: Tenant, scopes: ReadonlyMap<string, readonly string[]>) =>
      scopes.get((await issuer.cached.resource(audience))?.id ?? '') ?? [];
    const held: string[] = [];
    if (kind === 'application') {
      for (const issuer of [await tenants.get(tenantId), admin]) {
        const application = await issuer?.cached.client(id);
        if (!issuer || !application) continue;
        // A secret that was stolen ends what was begun with it, like the tokens that were issued for it.
        if (!isSecretLeft(application, secretCreatedAt)) return noAccess;
        held.push(...(await ofAudience(issuer, await issuer.cached.applicationScopes(id))));
      }
    } else {
      const person = await admin.cached.person(id);
      if (!person || person.isSuspended) return noAccess;
      // An administrator who changes the password because a token was stolen ends what was begun with it.
      if (isOutdated(person, { sessionUid: undefined, atSeconds: beganAt / 1000 })) return noAccess;
      held.push(...(await ofAudience(admin, person.scopes)));
    }
    const member = { kind: kind === 'application' ? kind : 'user', id } as const;
    const { scopes, role } = await admin.cached.membership(tenantOrganizationId(tenantId), member);
    return { scopes: new Set([...held, ...scopes]), role };
  };

/**
 * Work that continues after its request, such as the deletion of many users, ends with the permission of its
 * author, when a user changes the password, and with the secret of an application.
 */
export const createAuthorCheck = (dependencies: Dependencies) => {
  const accessOf = createAuthorAccess(dependencies);
  return async (author: Author, { tenantId, permission }: Wanted): Promise<boolean> => {
    const { scopes } = await accessOf(author, tenantId);
    return [allScope, 'write:data' satisfies TenantPermission, permission].some(name => scopes.has(name));
  };
};

export type IsStillAllowed = ReturnType<typeof createAuthorCheck>;
