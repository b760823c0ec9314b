import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { OrganizationInvitation } from '@gatehouse/contract/organization-invitations.ts';
import type { TenantRole } from '@gatehouse/contract/scopes.ts';
import { invitationDays, type SentInvitation } from '@gatehouse/contract/tenant-members.ts';
import type { Kysely } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { queueMessage } from '../messages/queue.ts';
import {
  findInvitation,
  invitedTo,
  presentInvitations,
  refuseMember,
  replaceOverdue,
} from './invitations.ts';
import { RequestError } from './request-error.ts';
import { presentRoles } from './tenant-members.ts';
import { organizationRoleId } from './tenants.ts';
import { nameOfUser } from './users.ts';

const day = 24 * 60 * 60 * 1000;

type Invite = {
  tenantId: string;
  tenantName: string;
  inviter: { id: string; name?: string | undefined };
  /** Where the invited person accepts it. */
  linkTo(invitationId: string): string;
};

/** Invites one person, whose link is in the message. All of this happens in the admin tenant. */
export const inviteToTenant = async (
  tx: Write,
  vault: Vault,
  invite: Invite,
  { invitee, role }: { invitee: string; role: TenantRole },
) => {
  const target = { organizationId: tenantOrganizationId(invite.tenantId), invitee };
  await refuseMember(tx.db, target, new RequestError('tenant.already_member', { data: { invitee } }));
  await replaceOverdue(tx, target);
  const row = await tx.insert('organizationInvitations', {
    id: generateId(),
    ...target,
    inviterId: invite.inviter.id,
    expiresAt: Date.now() + invitationDays * day,
  });
  await tx.insert('organizationInvitationRoles', {
    invitationId: row.id,
    organizationRoleId: organizationRoleId(role),
  });
  await sendTenantInvitation(tx, vault, invite, row);
  return row.id;
};

export const sendTenantInvitation = (
  tx: Write,
  vault: Vault,
  { tenantName, inviter, linkTo }: Invite,
  { id, invitee }: { id: string; invitee: string },
) =>
  queueMessage(tx, vault, {
    channel: 'Email',
    recipient: invitee,
    templateType: 'OrganizationInvitation',
    payload: { link: linkTo(id), organization: { name: tenantName }, inviter: { name: inviter.name } },
  });

export const listSentInvitations = async (
  db: Kysely<Tables>,
  tenantId: string,
): Promise<SentInvitation[]> => {
  const rows = await db
    .selectFrom('organizationInvitations')
    .selectAll()
    .where('organizationId', '=', tenantOrganizationId(tenantId))
    .orderBy('createdAt', 'desc')
    .execute();
  const inviters = await db
    .selectFrom('users')
    .select(['id', 'name', 'username', 'primaryEmail', 'primaryPhone'])
    .where('id', 'in', ['', ...rows.flatMap(({ inviterId }) => inviterId ?? [])])
    .execute();
  return (await presentInvitations(db, rows)).map(({ organizationRoles, inviterId, ...invitation }) => {
    const inviter = inviters.find(({ id }) => id === inviterId);
    return {
      ...invitation,
      organizationRoles: presentRoles(organizationRoles.map(({ id }) => id)),
      inviterName: (inviter && nameOfUser(inviter)) ?? null,
    };
  });
};

export const findSentInvitation = async (db: Kysely<Tables>, tenantId: string, id: string) => {
  const invitation = await findTenantInvitation(db, id);
  if (invitation.organizationId !== tenantOrganizationId(tenantId))
    throw new RequestError('tenant.invitation_not_found');
  return invitation;
};

/** An invitation to the user; others are told that it is not theirs. */
export const findReceivedInvitation = async (db: Kysely<Tables>, userId: string, id: string) => {
  const invitation = await findTenantInvitation(db, id);
  if (invitation.invitee.toLowerCase() !== (await addressOf(db, userId)))
    throw new RequestError('tenant.invitation_for_another_account');
  return invitation;
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
  return presentInvitations(db, rows);
};

const addressOf = async (db: Kysely<Tables>, userId: string) => {
  const user = await db
    .selectFrom('users')
    .select('primaryEmail')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.primaryEmail?.toLowerCase();
};

const findTenantInvitation = async (db: Kysely<Tables>, id: string): Promise<OrganizationInvitation> => {
  try {
    return await findInvitation(db, id);
  } catch (error) {
    throw error instanceof RequestError ? new RequestError('tenant.invitation_not_found') : error;
  }
};

/** A new time to accept it. */
export const renewInvitation = (tx: Write, id: string) =>
  tx.update(
    'organizationInvitations',
    { id },
    { status: 'Pending', expiresAt: Date.now() + invitationDays * day, updatedAt: Date.now() },
  );
