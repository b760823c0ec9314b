import {
  canMoveInvitation,
  currentInvitationStatus,
  type OrganizationInvitation,
} from '@gatehouse/contract/organization-invitations.ts';
import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { emailSpellings, isSameAddress } from '../email-addresses.ts';
import { RequestError } from '../request-error.ts';
import { addRelated } from './relations.ts';

type InvitationRow = Selectable<Tables['organizationInvitations']>;

/** Invitations as the APIs show them: with their roles, and expired when their time is over. */
export const presentInvitations = async (
  db: Kysely<Tables>,
  rows: InvitationRow[],
): Promise<OrganizationInvitation[]> => {
  const roles = rows.length
    ? await db
        .selectFrom('organizationInvitationRoles as offered')
        .innerJoin('organizationRoles as role', 'role.id', 'offered.organizationRoleId')
        .select(['offered.invitationId', 'role.id', 'role.name'])
        .where(
          'offered.invitationId',
          'in',
          rows.map(({ id }) => id),
        )
        .orderBy('role.name')
        .execute()
    : [];
  return rows.map(row => {
    const invitation = row as Omit<OrganizationInvitation, 'organizationRoles'>;
    return {
      ...invitation,
      status: currentInvitationStatus(invitation),
      organizationRoles: roles
        .filter(role => role.invitationId === row.id)
        .map(({ id, name }) => ({ id, name })),
    };
  });
};

export const presentInvitation = async (db: Kysely<Tables>, row: InvitationRow) => {
  const [invitation] = await presentInvitations(db, [row]);
  return invitation!;
};

/** Locked where its status is about to change: it is answered once. */
export const findInvitation = async (db: Kysely<Tables>, id: string, { isLocked = false } = {}) => {
  const row = await db
    .selectFrom('organizationInvitations')
    .selectAll()
    .where('id', '=', id)
    .$if(isLocked, query => query.forUpdate())
    .executeTakeFirst();
  if (!row)
    throw new RequestError('entity.not_exists_with_id', { data: { name: 'organization invitation', id } });
  return presentInvitation(db, row);
};

/** Moves an invitation to a status that it can still reach. */
export const closeInvitation = async (
  tx: Write,
  invitation: OrganizationInvitation,
  close: { status: 'Accepted'; acceptedUserId: string } | { status: 'Revoked' },
) => {
  if (!canMoveInvitation(invitation.status, close.status)) {
    throw new RequestError('request.invalid_input', {
      details: `The invitation is ${invitation.status.toLowerCase()} already.`,
      status: 422,
    });
  }
  if (close.status === 'Accepted') await join(tx, invitation, close.acceptedUserId);
  const row = await tx.update(
    'organizationInvitations',
    { id: invitation.id },
    { ...close, updatedAt: Date.now() },
  );
  return presentInvitation(tx.db, row!);
};

/** An invitation is for one address: other users cannot accept it. */
const join = async (
  tx: Write,
  { organizationId, invitee, organizationRoles }: OrganizationInvitation,
  userId: string,
) => {
  const user = await tx.db
    .selectFrom('users')
    .select('primaryEmail')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!isSameAddress(user?.primaryEmail, invitee)) {
    throw new RequestError('request.invalid_input', {
      details: 'The invitation is for another email address.',
      status: 422,
    });
  }
  const { added } = await addRelated(
    tx,
    { table: 'organizationUsers', parent: { organizationId }, column: 'userId' },
    [userId],
  );
  await addRelated(
    tx,
    { table: 'organizationUserRoles', parent: { organizationId, userId }, column: 'organizationRoleId' },
    organizationRoles.map(({ id }) => id),
  );
  if (added.length) tx.emit('Organization.Membership.Updated', { organizationId, addedUserIds: added });
};

type Target = { organizationId: string; invitee: string };

/** Addresses are the same in upper and lower case, and in all spellings of their domain. */
export const invitedTo = (invitee: string) => (eb: ExpressionBuilder<Tables, 'organizationInvitations'>) =>
  eb(eb.fn('lower', ['invitee']), 'in', emailSpellings(invitee));

export const refuseMember = async (
  db: Kysely<Tables>,
  { organizationId, invitee }: Target,
  refusal: RequestError,
) => {
  const member = await db
    .selectFrom('organizationUsers as member')
    .innerJoin('users', 'users.id', 'member.userId')
    .select('users.id')
    .where('member.organizationId', '=', organizationId)
    .where(eb => eb(eb.fn('lower', ['users.primaryEmail']), 'in', emailSpellings(invitee)))
    .executeTakeFirst();
  if (member) throw refusal;
};

/** No job writes the expiry of an invitation. It is written now, because it would block a new one. */
export const replaceOverdue = async (tx: Write, { organizationId, invitee }: Target) => {
  const overdue = await tx.db
    .selectFrom('organizationInvitations')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where(invitedTo(invitee))
    .where('status', '=', 'Pending')
    .where('expiresAt', '<=', Date.now())
    .executeTakeFirst();
  if (overdue) await tx.update('organizationInvitations', { id: overdue.id }, { status: 'Expired' });
};
