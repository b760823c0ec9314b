import type { Tenant } from '../domain/tenant.ts';
import { findUser, nameOfUser } from '../domain/users.ts';
import { RequestError } from '../request-error.ts';
import type { FoundInteraction } from './interactions.ts';

/** The users who are already signed in. */
export const describeSignedIn = async (tenant: Tenant, interaction: FoundInteraction) => {
  const user = await tenant.database.read(db => findUser(db, requireAccount(interaction)));
  const { avatar, id } = user;
  const name = nameOfUser(user) ?? id;
  const identifier = identifierOf(user);
  return { name, avatar, ...(identifier && identifier !== name ? { identifier } : {}) };
};

/** The reason why a signed-in user must sign in again. */
const repeatingReasons = ['max_age', 'application_max_age', 'step_up'];

/** The identifier of a user who must sign in again. */
export const hintOfSignedIn = async (tenant: Tenant, { prompt, session, params }: FoundInteraction) => {
  const { accountId } = session ?? {};
  // A one-time token is for the address that comes with it.
  if (prompt.name !== 'login' || !accountId || params.one_time_token) return undefined;
  if (!prompt.reasons.some(reason => repeatingReasons.includes(reason))) return undefined;
  const user = await tenant.database.read(db =>
    db
      .selectFrom('users')
      .select(['username', 'primaryEmail', 'primaryPhone'])
      .where('id', '=', accountId)
      .executeTakeFirst(),
  );
  return user && identifierOf(user);
};

type Identifiers = { username: string | null; primaryEmail: string | null; primaryPhone: string | null };

const identifierOf = ({ username, primaryEmail, primaryPhone }: Identifiers) =>
  primaryEmail ?? username ?? (primaryPhone ? `+${primaryPhone}` : undefined);

/** Goes on with them. */
export const keepAccount = (interaction: FoundInteraction) => {
  requireAccount(interaction);
  return interaction.finish({ select_account: {} });
};

const requireAccount = ({ prompt, session }: FoundInteraction) => {
  if (prompt.name !== 'select_account' || !session?.accountId) throw new RequestError('session.not_found');
  return session.accountId;
};
