import { generateId } from '@gatehouse/contract/ids.ts';
import type {
  OrganizationInvitation,
  organizationInvitations as rows,
} from '@gatehouse/contract/organization-invitations.ts';
import type { Write } from '../../database/database.ts';
import type { Vault } from '../../database/vault.ts';
import {
  closeInvitation,
  findInvitation,
  invitedTo,
  presentInvitation,
  presentInvitations,
  refuseMember,
  replaceOverdue,
} from '../../domain/invitations.ts';
import { fetchPage } from '../../domain/listing.ts';
import { findOrganization, requireOrganizationRoles } from '../../domain/organizations.ts';
import { addRelated } from '../../domain/relations.ts';
import { RequestError } from '../../domain/request-error.ts';
import { findUser, nameOfUser } from '../../domain/users.ts';
import type { Handlers } from '../../http/implement.ts';
import { queueMessage } from '../../messages/queue.ts';

export const organizationInvitations: Handlers<typeof rows> = {
  async list({ db, query, page }) {
    const { organizationId, inviterId, invitee } = query;
    const found = await fetchPage(
      db
        .selectFrom('organizationInvitations')
        .selectAll()
        .$if(organizationId !== undefined, list => list.where('organizationId', '=', organizationId ?? ''))
        .$if(inviterId !== undefined, list => list.where('inviterId', '=', inviterId ?? ''))
        .$if(invitee !== undefined, list => list.where(invitedTo(invitee ?? '')))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
      page,
    );
    return { ...found, items: await presentInvitations(db, found.items) };
  },

  async create({ tx, db, body, services }) {
    const { organizationRoleIds = [], messagePayload = false, ...fields } = body;
    await findOrganization(db, fields.organizationId);
    await requireOrganizationRoles(db, organizationRoleIds, 'User');
    await refuseMember(
      db,
      fields,
      new RequestError('request.invalid_input', {
        details: 'The invitee is a member of the organization already.',
      }),
    );
    await replaceOverdue(tx, fields);
    const row = await tx.insert('organizationInvitations', { id: generateId(), ...fields });
    const offered = { table: 'organizationInvitationRoles', parent: { invitationId: row.id } } as const;
    await addRelated(tx, { ...offered, column: 'organizationRoleId' }, organizationRoleIds);
    const invitation = await presentInvitation(db, row);
    if (messagePayload) await sendInvitation(tx, services.vault, invitation, messagePayload);
    return invitation;
  },

  read: ({ db, params }) => findInvitation(db, params.id),

  async delete({ tx, params }) {
    const deleted = await tx.delete('organizationInvitations', { id: params.id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },

  async sendMessage({ tx, db, params, body, services }) {
    await sendInvitation(tx, services.vault, await findInvitation(db, params.id), body);
  },

  async setStatus({ tx, db, params, body }) {
    const invitation = await findInvitation(db, params.id);
    if (body.status === 'Revoked') return closeInvitation(tx, invitation, { status: 'Revoked' });
    if (!body.acceptedUserId) {
      throw new RequestError('request.invalid_input', { details: 'The acceptedUserId is missing.' });
    }
    const { status, acceptedUserId } = { ...body, acceptedUserId: body.acceptedUserId };
    return closeInvitation(tx, invitation, { status, acceptedUserId });
  },
};

/** Templates can name the organization and who invites; what the caller says of them goes before what we know. */
const sendInvitation = async (
  tx: Write,
  vault: Vault,
  { id, invitee, organizationId, inviterId }: OrganizationInvitation,
  payload: Record<string, unknown>,
) => {
  const organization = await findOrganization(tx.db, organizationId);
  const inviter = inviterId === null ? undefined : await findUser(tx.db, inviterId);
  return queueMessage(tx, vault, {
    channel: 'Email',
    recipient: invitee,
    templateType: 'OrganizationInvitation',
    payload: {
      organization: { id: organizationId, name: organization.name },
      ...(inviter ? { inviter: { id: inviter.id, name: nameOfUser(inviter) } } : {}),
      ...payload,
      invitationId: id,
      organizationId,
      inviterId,
    },
  });
};
