import { type Approved, createControlGuard } from '../../bundles/managed.ts';
import type { Origin } from '../../database/database.ts';
import { createGrantGuard } from '../../domain/grants.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Services } from '../../services.ts';

/** Forbids writes to the configuration of a tenant that the row alone cannot rule out. */
export const guardOf = (
  { env }: Services,
  caller: Caller,
  tenantId: string,
  approved: Approved = 'nothing',
): NonNullable<Origin['guard']> => {
  const guards = [
    createGrantGuard(caller, { tenantId, audience: audienceOf(env, tenantId) }),
    createControlGuard(caller, approved),
  ];
  return async (db, entries) => {
    for (const guard of guards) await guard(db, entries);
  };
};
