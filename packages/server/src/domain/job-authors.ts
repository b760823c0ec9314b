import { allScope, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { ManagementPermission, TenantPermission } from '@gatehouse/contract/scopes.ts';
import type { Origin } from '../database/database.ts';
import type { Environment } from '../env.ts';
import { isOutdated } from './credential-changes.ts';
import { audienceOf } from './management-audience.ts';
import type { Tenant } from './tenant.ts';
import type { Tenants } from './tenant-registry.ts';

/** The user or application that began the work, and when: epoch milliseconds. */
type Author = Pick<Origin['actor'], 'kind' | 'id'> & { beganAt: number };
type Wanted = { tenantId: string; permission: ManagementPermission };

/**
 * Work that continues after its request, such as the deletion of many users, ends with the permission of its
 * author, and when the author changes the password. Everything is cached, so a step needs no query.
 */
export const createAuthorCheck =
  ({ env, tenants }: { env: Environment; tenants: Pick<Tenants, 'get' | 'admin'> }) =>
  async ({ kind, id, beganAt }: Author, { tenantId, permission }: Wanted): Promise<boolean> => {
    const admin = await tenants.admin();
    const audience = audienceOf(env, tenantId);
    const isEnough = async (issuer: Tenant, scopes: ReadonlyMap<string, readonly string[]>) => {
      const held = scopes.get((await issuer.cached.resource(audience))?.id ?? '') ?? [];
      return held.includes(allScope) || held.includes(permission);
    };
    if (kind === 'application') {
      for (const issuer of [await tenants.get(tenantId), admin])
        if (issuer && (await isEnough(issuer, await issuer.cached.applicationScopes(id)))) return true;
    } else {
      const person = await admin.cached.person(id);
      if (!person || person.isSuspended) return false;
      // An administrator who changes the password because a token was stolen ends what was begun with it.
      if (isOutdated(person, { sessionUid: undefined, atSeconds: beganAt / 1000 })) return false;
      if (await isEnough(admin, person.scopes)) return true;
    }
    const member = { kind: kind === 'application' ? kind : 'user', id } as const;
    const { scopes } = await admin.cached.membership(tenantOrganizationId(tenantId), member);
    return scopes.has('write:data' satisfies TenantPermission) || scopes.has(permission);
  };

export type IsStillAllowed = ReturnType<typeof createAuthorCheck>;
