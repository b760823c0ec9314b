import { generateId } from '@gatehouse/contract/ids.ts';
import type {
  OrganizationInvitation,
  organizationInvitations as rows,
} from '@gatehouse/contract/organization-invitations.ts';
import type { Kysely } from 'kysely';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import {
  closeInvitation,
  findInvitation,
  invitedTo,
  presentInvitation,
  presentInvitations,
  refuseMember,
  replaceOverdue,
} from '../../domain/invitations.ts';
import { isInReach, requireReach } from '../../domain/limited-access.ts';
import { fetchPage } from '../../domain/listing.ts';
import { describeUser } from '../../domain/message-context.ts';
import { requireFewSent } from '../../domain/message-limits.ts';
import {
  findOrganization,
  isMember,
  requireOrganization,
  requireOrganizationRoles,
} from '../../domain/organizations.ts';
import { addRelated } from '../../domain/relations.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { findUser, nameOfUser } from '../../domain/users.ts';
import { plainEmail } from '../../email-addresses.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Handlers } from '../../http/implement.ts';
import { mayRead } from '../../http/reveal.ts';
import { queueMessage } from '../../messages/queue.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';

export const organizationInvitations: Handlers<typeof rows> = {
  async list({ db, query, page, caller }) {
    const { organizationId, inviterId, invitee } = query;
    const found = await fetchPage(
      db
        .selectFrom('organizationInvitations')
        .selectAll()
        .where(isInReach(caller, 'organizations', 'organizationId'))
        .$if(organizationId !== undefined, list => list.where('organizationId', '=', organizationId ?? ''))
        .$if(inviterId !== undefined, list => list.where('inviterId', '=', inviterId ?? ''))
        .$if(invitee !== undefined, list => list.where(invitedTo(invitee ?? '')))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
      page,
    );
    return { ...found, items: await presentInvitations(db, found.items) };
  },

  async create({ tx, db, body, ...context }) {
    const { organizationRoleIds = [], messagePayload = false, ...fields } = body;
    requireReach(context.caller, 'organizations', fields.organizationId);
    await requireOrganization(db, fields.organizationId);
    if (!(await isInSight(db, context.caller, fields))) throw new RequestError('auth.forbidden');
    await requireOrganizationRoles(db, organizationRoleIds, 'User');
    await refuseMember(
      db,
      fields,
      new RequestError('request.invalid_input', {
        details: 'The invitee is a member of the organization already.',
        status: 422,
      }),
    );
    await replaceOverdue(tx, fields);
    const invitee = plainEmail(fields.invitee);
    const row = await tx.insert('organizationInvitations', { id: generateId(), ...fields, invitee });
    const offered = { table: 'organizationInvitationRoles', parent: { invitationId: row.id } } as const;
    await addRelated(tx, { ...offered, column: 'organizationRoleId' }, organizationRoleIds);
    const invitation = await presentInvitation(db, row);
    if (messagePayload) await sendInvitation(tx, context, invitation, messagePayload);
    return invitation;
  },

  read: ({ db, params, caller }) => findInReach(db, caller, params.id),

  async delete({ tx, db, params, caller }) {
    await findInReach(db, caller, params.id);
    await tx.delete('organizationInvitations', { id: params.id });
  },

  async sendMessage({ tx, db, params, body, ...context }) {
    await sendInvitation(tx, context, await findInReach(db, context.caller, params.id), body);
  },

  async setStatus({ tx, db, params, body, caller }) {
    const invitation = await findInReach(db, caller, params.id);
    // Accepting adds any user, without asking it.
    if (body.status === 'Accepted' && caller.limited) throw new RequestError('auth.forbidden');
    if (body.status === 'Revoked') return closeInvitation(tx, invitation, { status: 'Revoked' });
    if (!body.acceptedUserId) {
      throw new RequestError('request.invalid_input', {
        details: 'The acceptedUserId is missing.',
        status: 422,
      });
    }
    const { status, acceptedUserId } = { ...body, acceptedUserId: body.acceptedUserId };
    return closeInvitation(tx, invitation, { status, acceptedUserId });
  },
};

const findInReach = async (db: Kysely<Tables>, caller: Caller, id: string) => {
  const invitation = await findInvitation(db, id);
  requireReach(caller, 'organizations', invitation.organizationId);
  return invitation;
};

/** Limited callers know the members of the organization, and no other users. */
const isInSight = async (
  db: Kysely<Tables>,
  { limited }: Caller,
  { organizationId, inviterId }: { organizationId: string; inviterId?: string | null | undefined },
) => !limited || !inviterId || isMember(db, 'user', organizationId, inviterId);

/**
 * Templates can name the organization and who invites; what the caller says of them goes before what we know. A caller that
 * may not read users could have anyone described to an address of its own.
 */
const sendInvitation = async (
  tx: Write,
  { tenant, services, caller }: { tenant: Tenant; services: Pick<Services, 'vault'>; caller: Caller },
  invitation: OrganizationInvitation,
  payload: Record<string, unknown>,
) => {
  const { id, invitee, organizationId, inviterId } = invitation;
  const organization = await findOrganization(tx.db, organizationId);
  const isDescribed = mayRead(caller, 'users') && (await isInSight(tx.db, caller, invitation));
  const inviter = isDescribed && inviterId !== null ? await findUser(tx.db, inviterId) : undefined;
  await requireFewSent(tx.db, tenant.id, { type: 'email', value: invitee });
  return queueMessage(tx, services.vault, {
    channel: 'Email',
    recipient: invitee,
    templateType: 'OrganizationInvitation',
    payload: {
      organization: { id: organizationId, name: organization.name, branding: organization.branding },
      ...(inviter ? { inviter: { ...describeUser(inviter), name: nameOfUser(inviter) } } : {}),
      ...payload,
      invitationId: id,
      organizationId,
      inviterId,
    },
  });
};
