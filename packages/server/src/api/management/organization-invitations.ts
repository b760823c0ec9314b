import { generateId } from '@gatehouse/contract/ids.ts';
import type {
  OrganizationInvitation,
  organizationInvitations as rows,
} from '@gatehouse/contract/organization-invitations.ts';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import type { Vault } from '../../database/vault.ts';
import {
  closeInvitation,
  findInvitation,
  presentInvitation,
  presentInvitations,
} from '../../domain/invitations.ts';
import { fetchPage } from '../../domain/listing.ts';
import { findOrganization, requireOrganizationRoles } from '../../domain/organizations.ts';
import { addRelated } from '../../domain/relations.ts';
import { RequestError } from '../../domain/request-error.ts';
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
        .$if(invitee !== undefined, list => list.where(isFor(invitee ?? '')))
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
    await refuseMembers(db, fields);
    await expireOverdue(tx, fields);
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

type Target = { organizationId: string; invitee: string };

const isFor = (invitee: string) => (eb: ExpressionBuilder<Tables, 'organizationInvitations'>) =>
  eb(eb.fn('lower', ['invitee']), '=', invitee.toLowerCase());

const refuseMembers = async (db: Kysely<Tables>, { organizationId, invitee }: Target) => {
  const member = await db
    .selectFrom('organizationUsers as member')
    .innerJoin('users', 'users.id', 'member.userId')
    .select('users.id')
    .where('member.organizationId', '=', organizationId)
    .where(eb => eb(eb.fn('lower', ['users.primaryEmail']), '=', invitee.toLowerCase()))
    .executeTakeFirst();
  if (!member) return;
  throw new RequestError('request.invalid_input', {
    details: 'The invitee is a member of the organization already.',
  });
};

/** Nobody writes down when an invitation runs out; now that it would stand in the way of a new one, it is time. */
const expireOverdue = async (tx: Write, { organizationId, invitee }: Target) => {
  const overdue = await tx.db
    .selectFrom('organizationInvitations')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where(isFor(invitee))
    .where('status', '=', 'Pending')
    .where('expiresAt', '<=', Date.now())
    .executeTakeFirst();
  if (overdue) await tx.update('organizationInvitations', { id: overdue.id }, { status: 'Expired' });
};

const sendInvitation = (
  tx: Write,
  vault: Vault,
  { id, invitee, organizationId, inviterId }: OrganizationInvitation,
  payload: Record<string, unknown>,
) =>
  queueMessage(tx, vault, {
    channel: 'Email',
    recipient: invitee,
    templateType: 'OrganizationInvitation',
    payload: { ...payload, invitationId: id, organizationId, inviterId },
  });
