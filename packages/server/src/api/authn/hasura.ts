import type { hasura as rows } from '@gatehouse/contract/hasura.ts';
import { holdsRole } from '../../domain/roles.ts';
import { authenticateResource } from '../../http/authenticate.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const hasura = ownTransactions<typeof rows>({
  async authorize({ tenant, query, request }) {
    const { resource, unauthorizedRole } = query;
    const { authorization, 'expected-role': wanted } = request.headers;
    const caller = await authenticateResource(authorization, tenant, resource).catch(error => {
      if (unauthorizedRole === undefined || !(error instanceof RequestError)) throw error;
    });
    if (!caller) return { 'X-Hasura-Role': unauthorizedRole ?? '' };
    const who = { 'X-Hasura-User-Id': caller.id };
    const isHeld =
      typeof wanted === 'string' && (await tenant.database.read(db => holdsRole(db, caller, wanted)));
    if (isHeld) return { ...who, 'X-Hasura-Role': wanted };
    if (unauthorizedRole === undefined) throw new RequestError('auth.expected_role_not_found');
    return { ...who, 'X-Hasura-Role': unauthorizedRole };
  },
});
