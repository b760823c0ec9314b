import { createHash } from 'node:crypto';
import { adminTenantId, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { dayMs, hourMs } from '@gatehouse/contract/duration.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { OrganizationInvitation } from '@gatehouse/contract/organization-invitations.ts';
import { invitationDays, type SentInvitation } from '@gatehouse/contract/tenant-members.ts';
import type { Kysely } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { asSent, isSameAddress, plainEmail } from '../email-addresses.ts';
import { findSender, queueMessage } from '../messages/queue.ts';
import { RequestError } from '../request-error.ts';
import {
  createInvitationToken,
  invitationLink,
  isRegistrationClosed,
  revokeInvitationTokens,
} from './invitation-links.ts';
import {
  closeInvitation,
  findInvitation,
  invitedTo,
  presentInvitations,
  refuseMember,
  replaceOverdue,
} from './invitations.ts';
import { type AssignableRole, rolesBehind } from './member-roles.ts';
import { takeTurn } from './rate-limits.ts';
import { requirePending } from './revoked-invitations.ts';
import { type Room, requireRoom } from './tenant-room.ts';
import { nameOfUser } from './users.ts';

export type Invite = {
  tenantId: string;
  tenantName: string;
  inviter: { id: string; name?: string | undefined };
  /** The page where invited users accept. */
  page: string;
  /** The installation can send mail itself. */
  hasMailServer: boolean;
  room: Room;
};

/** Invites one person, whose link is in the message. All of this happens in the admin tenant. */
export const inviteToTenant = async (
  tx: Write,
  vault: Vault,
  invite: Invite,
  { invitee, role }: { invitee: string; role: AssignableRole },
) => {
  const target = { organizationId: tenantOrganizationId(invite.tenantId), invitee: plainEmail(invitee) };
  await refuseMember(tx.db, target, new RequestError('tenant.already_member', { data: { invitee } }));
  await replaceOverdue(tx, target);
  await requireRoom(tx.db, invite, 1);
  const row = await tx.insert('organizationInvitations', {
    id: generateId(),
    ...target,
    inviterId: invite.inviter.id,
    expiresAt: Date.now() + invitationDays * dayMs,
  });
  await tx.insert('organizationInvitationRoles', {
    invitationId: row.id,
    organizationRoleId: role.organizationRoleId,
  });
  await sendTenantInvitation(tx, vault, invite, row);
  return row.id;
};

/** If no email can be sent, the inviter passes the link on. */
const sendTenantInvitation = async (
  tx: Write,
  vault: Vault,
  { tenantName, inviter, page, hasMailServer }: Invite,
  invitation: { id: string; invitee: string; expiresAt: number },
) => {
  await revokeInvitationTokens(tx.db, invitation.id);
  if (!(await canEmail(tx.db, hasMailServer))) return;
  await requireTurns(tx.db, { inviterId: inviter.id, invitee: invitation.invitee });
  const isClosed = await isRegistrationClosed(tx.db);
  const token = isClosed ? await createInvitationToken(tx.db, vault, invitation) : undefined;
  await queueMessage(tx, vault, {
    channel: 'Email',
    recipient: invitation.invitee,
    hasMailServer,
    templateType: 'OrganizationInvitation',
    payload: {
      link: invitationLink(page, invitation, token),
      organization: { name: tenantName },
      inviter: { id: inviter.id, name: inviter.name },
    },
  });
};

/** In an hour. An invitation says in our name what the inviter has called the tenant. */
const mostToOne = 10;
const mostByOne = 100;
const requireTurns = async (
  db: Kysely<Tables>,
  { inviterId, invitee }: { inviterId: string; invitee: string },
) => {
  // The sender first, so that two who invite the same people never wait for each other.
  const limits = [
    { targetType: 'Sender', target: inviterId, limit: mostByOne },
    { targetType: 'Recipient', target: asSent(invitee), limit: mostToOne },
  ] as const;
  for (const { target, ...limit } of limits) {
    const targetHash = createHash('sha256').update(target).digest('hex');
    const turn = await takeTurn(db, {
      tenantId: adminTenantId,
      targetHash,
      action: 'TenantInvitation',
      windowMs: hourMs,
      ...limit,
    });
    if ('retryAfterSeconds' in turn)
      throw new RequestError('request.rate_limited', { ...turn, data: { seconds: turn.retryAfterSeconds } });
  }
};

export const canEmail = async (db: Kysely<Tables>, hasMailServer: boolean) =>
  hasMailServer || (await findSender(db, 'Email')) !== undefined;

export const listSentInvitations = async (
  db: Kysely<Tables>,
  tenantId: string,
  hasMailServer: boolean,
): Promise<SentInvitation[]> => {
  const isEmailed = await canEmail(db, hasMailServer);
  const rows = await db
    .selectFrom('organizationInvitations')
    .selectAll()
    .where('organizationId', '=', tenantOrganizationId(tenantId))
    .orderBy('createdAt', 'desc')
    .execute();
  const inviterName = await namesOfInviters(db, rows);
  const invitations = await presentInvitations(db, rows);
  const rolesOf = await rolesBehind(
    db,
    invitations.flatMap(({ organizationRoles }) => organizationRoles.map(({ id }) => id)),
  );
  return invitations.map(({ organizationRoles, inviterId, ...invitation }) => ({
    ...invitation,
    organizationRoles: rolesOf(organizationRoles.map(({ id }) => id)).map(({ id, name }) => ({ id, name })),
    inviterName: inviterName(inviterId),
    isEmailed,
  }));
};

/** Finds the names of the inviters. */
const namesOfInviters = async (db: Kysely<Tables>, invitations: { inviterId: string | null }[]) => {
  const inviters = await db
    .selectFrom('users')
    .select(['id', 'name', 'username', 'primaryEmail', 'primaryPhone'])
    .where('id', 'in', ['', ...invitations.flatMap(({ inviterId }) => inviterId ?? [])])
    .execute();
  return (inviterId: string | null) => {
    const inviter = inviters.find(({ id }) => id === inviterId);
    return (inviter && nameOfUser(inviter)) ?? null;
  };
};

/** The link of a pending invitation. Without an email service, it is all that the invited person needs. */
export const linkOfInvitation = async (
  tx: Write,
  vault: Vault,
  { page, hasMailServer, isVouched }: Invite & { isVouched: boolean },
  invitation: OrganizationInvitation,
) => {
  requirePending(invitation);
  const isPass = isVouched && !(await canEmail(tx.db, hasMailServer)) && (await isRegistrationClosed(tx.db));
  return invitationLink(
    page,
    invitation,
    isPass ? await createInvitationToken(tx.db, vault, invitation) : undefined,
  );
};

/** Found to be changed: locked, so that it is answered once. */
export const findSentInvitation = async (db: Kysely<Tables>, tenantId: string, id: string) => {
  const invitation = await findTenantInvitation(db, id, { isLocked: true });
  if (invitation.organizationId !== tenantOrganizationId(tenantId))
    throw new RequestError('tenant.invitation_not_found');
  return invitation;
};

/** An invitation to the user; others learn only that it is not theirs. */
export const findReceivedInvitation = async (
  db: Kysely<Tables>,
  userId: string,
  id: string,
  options?: { isLocked: boolean },
) => {
  const invitation = await findTenantInvitation(db, id, options);
  if (!isSameAddress(invitation.invitee, await addressOf(db, userId)))
    throw new RequestError('tenant.invitation_for_another_account');
  return invitation;
};

/** An invitation counted already when it was sent, unless the plan has become smaller. */
export const acceptInvitation = async (
  tx: Write,
  { userId, ...place }: Pick<Invite, 'tenantId' | 'room'> & { userId: string },
  id: string,
) => {
  const invitation = await findReceivedInvitation(tx.db, userId, id, { isLocked: true });
  requirePending(invitation);
  await requireRoom(tx.db, place, 0);
  await closeInvitation(tx, invitation, { status: 'Accepted', acceptedUserId: userId });
};

export const listReceivedInvitations = async (db: Kysely<Tables>, userId: string) => {
  const address = await addressOf(db, userId);
  if (!address) return [];
  const rows = await db
    .selectFrom('organizationInvitations')
    .selectAll()
    .where(invitedTo(address))
    .where('organizationId', 'like', `${tenantOrganizationId('')}%`)
    .orderBy('createdAt', 'desc')
    .execute();
  return withInviters(db, await presentInvitations(db, rows));
};

/** Invitations with the names of the people who sent them. */
export const withInviters = async (db: Kysely<Tables>, invitations: OrganizationInvitation[]) => {
  const inviterName = await namesOfInviters(db, invitations);
  return invitations.map(invitation => ({ ...invitation, inviterName: inviterName(invitation.inviterId) }));
};

/** The address that invitations are for. With open registration, it has to be verified. */
const addressOf = async (db: Kysely<Tables>, userId: string) => {
  const user = await db
    .selectFrom('users')
    .select(['primaryEmail', 'isEmailVerified'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user?.isEmailVerified && !(await isRegistrationClosed(db))) return undefined;
  return user?.primaryEmail ?? undefined;
};

const findTenantInvitation = async (
  db: Kysely<Tables>,
  id: string,
  options?: { isLocked: boolean },
): Promise<OrganizationInvitation> => {
  try {
    return await findInvitation(db, id, options);
  } catch (error) {
    throw error instanceof RequestError ? new RequestError('tenant.invitation_not_found') : error;
  }
};

/** A new time to accept it, and a new message. One that had run out takes a place again. */
export const renewInvitation = async (
  tx: Write,
  vault: Vault,
  invite: Invite,
  invitation: OrganizationInvitation,
) => {
  const { id, status, invitee } = invitation;
  if (status === 'Expired') await requireRoom(tx.db, invite, 1);
  else requirePending(invitation);
  const expiresAt = Date.now() + invitationDays * dayMs;
  await tx.update(
    'organizationInvitations',
    { id },
    { status: 'Pending', inviterId: invite.inviter.id, expiresAt, updatedAt: Date.now() },
  );
  await sendTenantInvitation(tx, vault, invite, { id, invitee, expiresAt });
};
