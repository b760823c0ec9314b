import type { Tenant } from '../domain/tenant.ts';
import { findUser, nameOfUser } from '../domain/users.ts';
import { RequestError } from '../request-error.ts';
import type { FoundInteraction } from './interactions.ts';

/** Who is signed in already. */
export const describeSignedIn = async (tenant: Tenant, interaction: FoundInteraction) => {
  const user = await tenant.database.read(db => findUser(db, requireAccount(interaction)));
  const { avatar, username, primaryEmail, primaryPhone, id } = user;
  const name = nameOfUser(user) ?? id;
  const identifier = primaryEmail ?? username ?? (primaryPhone ? `+${primaryPhone}` : undefined);
  return { name, avatar, ...(identifier && identifier !== name ? { identifier } : {}) };
};

/** Goes on with them. */
export const keepAccount = (interaction: FoundInteraction) => {
  requireAccount(interaction);
  return interaction.finish({ select_account: {} });
};

const requireAccount = ({ prompt, session }: FoundInteraction) => {
  if (prompt.name !== 'select_account' || !session?.accountId) throw new RequestError('session.not_found');
  return session.accountId;
};
