import type { userLinks as rows } from '@gatehouse/contract/user-identities.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { findUser } from '../../domain/users.ts';
import { ownTransactions } from '../../http/implement.ts';
import { finishLink } from '../link-identity.ts';
import { managementOwner } from './connector-actions.ts';

/** Direct: asking a provider must not hold a transaction. */
export const userLinks = ownTransactions<typeof rows>({
  async linkIdentity({ tenant, services, origin, params, body }) {
    await tenant.database.read(db => findUser(db, params.userId));
    const holdUser = (db: Kysely<Tables>) => findUser(db, params.userId, { isHeld: true });
    return finishLink({ tenant, services, origin }, { owner: managementOwner, holdUser }, body);
  },
});
