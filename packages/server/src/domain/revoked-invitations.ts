import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { OrganizationInvitation } from '@gatehouse/contract/organization-invitations.ts';
import type { Write } from '../database/database.ts';
import { RequestError } from '../request-error.ts';
import { revokeInvitationTokens } from './invitation-links.ts';
import { closeInvitation, findInvitation } from './invitations.ts';

export const requirePending = ({ status }: Pick<OrganizationInvitation, 'status'>) => {
  if (status !== 'Pending') throw new RequestError('tenant.invitation_not_pending', { data: { status } });
};

export const revokeInvitation = async (tx: Write, invitation: OrganizationInvitation) => {
  requirePending(invitation);
  await revokeInvitationTokens(tx.db, invitation.id);
  await closeInvitation(tx, invitation, { status: 'Revoked' });
};

/**
 * The invitations of a member are revoked with the permission to invite, in one tenant or in all. Otherwise an attacker
 * with the account would keep a way back.
 */
export const revokeInvitationsOf = async (tx: Write, inviterId: string, tenantId?: string) => {
  const organizationId = tenantOrganizationId(tenantId ?? '');
  const pending = await tx.db
    .selectFrom('organizationInvitations')
    .select('id')
    .where(eb =>
      tenantId === undefined
        ? eb('organizationId', 'like', `${organizationId}%`)
        : eb('organizationId', '=', organizationId),
    )
    .where('inviterId', '=', inviterId)
    .where('status', '=', 'Pending')
    .where('expiresAt', '>', Date.now())
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id } of pending) await revokeInvitation(tx, await findInvitation(tx.db, id));
};
