import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { RequestError } from '../request-error.ts';
import { findInvitation } from './invitations.ts';
import { createOneTimeToken } from './one-time-tokens.ts';
import { findUserByIdentifier } from './users.ts';

type Invitation = { id: string; invitee: string; expiresAt: number };

/**
 * The page where the invited user accepts. The address and the token are in the fragment, which reaches no server and
 * no log. The token is included only when the user could not register otherwise.
 */
export const invitationLink = (page: string, { id, invitee }: Invitation, token?: string) => {
  const fragment = new URLSearchParams({
    login_hint: invitee,
    ...(token ? { one_time_token: token } : {}),
  });
  return `${page}/${id}#${fragment}`;
};

/** Whether registration is by invitation only. */
export const isRegistrationClosed = async (db: Kysely<Tables>) => {
  const { signInMode } = await db
    .selectFrom('signInExperiences')
    .select('signInMode')
    .executeTakeFirstOrThrow();
  return signInMode === 'SignIn';
};

/** Lets the invited person register once. Tokens of earlier links of the invitation end. */
export const createInvitationToken = async (db: Kysely<Tables>, vault: Vault, invitation: Invitation) => {
  await revokeInvitationTokens(db, invitation.id);
  const { token } = await createOneTimeToken(db, vault, {
    email: invitation.invitee,
    context: { invitationId: invitation.id },
    expiresIn: Math.ceil((invitation.expiresAt - Date.now()) / 1000),
  });
  return token;
};

export const revokeInvitationTokens = (db: Kysely<Tables>, invitationId: string) =>
  db
    .updateTable('oneTimeTokens')
    .set({ status: 'revoked' })
    .where(sql`context ->> 'invitationId'`, '=', invitationId)
    .where('status', '=', 'active')
    .execute();

/**
 * The token of a link creates an account, and never signs in to an existing one. Otherwise inviting would allow taking
 * over the accounts of others.
 */
export const requireNewcomer = async (db: Kysely<Tables>, invitationId: string, email: string) => {
  const invitation = await findInvitation(db, invitationId, { isLocked: true });
  if (invitation.status !== 'Pending') throw new RequestError('one_time_token.token_revoked');
  if (await findUserByIdentifier(db, { type: 'email', value: email }))
    throw new RequestError('user.email_already_in_use');
};
