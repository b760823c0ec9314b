import { adminTenantId, allScope } from '@gatehouse/contract/dialect.ts';
import type { MemberPermission } from '@gatehouse/contract/scopes.ts';
import type { Kysely } from 'kysely';
import { inOtherTenant } from '../database/other-tenant.ts';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import { loadApplicationScopes, loadUserScopes } from './client-applications.ts';
import { loadResource } from './resources.ts';
import { requireHeld } from './tenant-members.ts';

type Holder = { kind: string; id: string; scopes: ReadonlySet<string> };

/**
 * Refuses requests that the caller may no longer make, as of the open transaction. For each of them, one permission is
 * enough. Machines and some users hold permissions of the management API; members hold those of their roles.
 */
export const requireStillHeld = async (
  db: Kysely<Tables>,
  { tenantId, audience }: { tenantId: string; audience: string },
  caller: Holder,
  needed: readonly (readonly MemberPermission[])[],
) => {
  const own = await scopesOf(db, caller, audience);
  const ofAdmin = await inOtherTenant(db, adminTenantId, () => scopesOf(db, caller, audience));
  const held = new Set([...own, ...ofAdmin].filter(scope => caller.scopes.has(scope)));
  if (held.has(allScope) || needed.every(oneOf => oneOf.some(permission => held.has(permission)))) return;
  if (caller.kind !== 'user') throw new RequestError('auth.forbidden');
  await inOtherTenant(db, adminTenantId, async () => {
    for (const oneOf of needed) await requireHeld(db, tenantId, caller, ...oneOf);
  });
};

const scopesOf = async (db: Kysely<Tables>, { kind, id }: Holder, audience: string) => {
  const resource = await loadResource(db, { indicator: audience });
  if (!resource) return [];
  if (kind === 'user') return loadUserScopes(db, id, resource.id);
  return (await loadApplicationScopes(db, id)).get(resource.id) ?? [];
};
