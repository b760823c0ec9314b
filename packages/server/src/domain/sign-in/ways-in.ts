import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { RequestError } from '../../request-error.ts';
import type { UserRow } from '../user-row.ts';
import { firstFactors } from './first-factor-rules.ts';
import type { SignInConfiguration } from './situation.ts';

/** The last sign-in method cannot be removed: `user` is the state after the change. */
export const requireWayIn = async (db: Kysely<Tables>, configuration: SignInConfiguration, user: UserRow) => {
  if (hasOwnWay(configuration, user)) return;
  const elsewhere = await db
    .selectFrom('userSsoIdentities')
    .select('id')
    .where('userId', '=', user.id)
    .executeTakeFirst();
  if (!elsewhere) throw new RequestError('user.last_sign_in_method_required');
};

const hasOwnWay = (configuration: SignInConfiguration, user: UserRow) => {
  if (Object.keys(user.identities).length > 0) return true;
  const held = { username: user.username, email: user.primaryEmail, phone: user.primaryPhone };
  return firstFactors(configuration, 'SignIn').some(
    ({ identifier, proofs }) =>
      held[identifier] !== null &&
      proofs.some(proof => proof !== 'Password' || user.passwordEncrypted !== null),
  );
};
