import { z } from 'zod';
import { defineRows, unknownRelation } from './endpoint.ts';
import { id, idList, reference, timestamp, userId } from './fields.ts';
import { organizationId } from './organizations.ts';
import { email } from './patterns.ts';
import { tenantTag } from './tenants.ts';

export const invitationStatuses = ['Pending', 'Accepted', 'Expired', 'Revoked'] as const;
export const invitationStatus = z.enum(invitationStatuses);
export type InvitationStatus = z.infer<typeof invitationStatus>;

export const organizationInvitation = z.object({
  tenantId: id,
  id,
  inviterId: userId.nullable(),
  invitee: email,
  acceptedUserId: userId.nullable(),
  organizationId,
  status: invitationStatus,
  createdAt: timestamp,
  updatedAt: timestamp,
  expiresAt: timestamp,
  organizationRoles: z.array(z.object({ id, name: z.string() })),
});
export type OrganizationInvitation = z.infer<typeof organizationInvitation>;

export const createOrganizationInvitation = z.strictObject({
  invitee: email,
  organizationId: reference,
  expiresAt: timestamp.refine(time => time > Date.now(), { error: 'validation.future_time' }),
  inviterId: reference.nullable().optional(),
  organizationRoleIds: idList.optional(),
  /** `false`: no message is sent. */
  messagePayload: z.union([z.literal(false), z.record(z.string(), z.unknown())]).optional(),
});

/** A pending invitation can be accepted, revoked or run out; the other statuses are final. */
export const canMoveInvitation = (from: InvitationStatus, to: InvitationStatus) =>
  from === 'Pending' && to !== 'Pending';

/** No job writes `Expired`: a pending invitation past its expiry reads as expired. */
export const currentInvitationStatus = (
  { status, expiresAt }: Pick<OrganizationInvitation, 'status' | 'expiresAt'>,
  now = Date.now(),
): InvitationStatus => (status === 'Pending' && expiresAt <= now ? 'Expired' : status);

/** An invitation to a tenant, as the invited person sees it. */
export const tenantInvitation = z.object({
  id,
  organizationId: z.string(),
  tenantName: z.string(),
  tenantTag,
  status: invitationStatus,
  inviterName: z.string().nullable(),
});

/** The name of a built-in role of members, or the ID of another one. */
export const roleName = reference;

export const inviteMembers = z.strictObject({
  invitee: z.array(email).min(1),
  roleName,
});

const permission = 'organizations:write';
const change = 'organization-invitation';

export const organizationInvitations = defineRows({
  list: {
    method: 'get',
    path: '/organization-invitations',
    summary: 'List organization invitations',
    query: z.object({
      organizationId: reference.optional(),
      inviterId: reference.optional(),
      invitee: z.string().max(128).optional(),
    }),
    response: z.array(organizationInvitation),
    status: 200,
    permission: 'organizations:read',
    paging: 'onRequest',
  },
  create: {
    method: 'post',
    path: '/organization-invitations',
    summary: 'Invite a user to an organization',
    body: createOrganizationInvitation,
    response: organizationInvitation,
    status: 201,
    permission,
    change,
    errors: [
      unknownRelation,
      'request.invalid_input',
      'entity.relation_foreign_key_not_found',
      'entity.unique_integrity_violation',
      'connector.not_found',
      'request.message_rate_limited',
    ],
  },
  read: {
    method: 'get',
    path: '/organization-invitations/:id',
    summary: 'Read an organization invitation',
    response: organizationInvitation,
    status: 200,
    permission: 'organizations:read',
  },
  delete: {
    method: 'delete',
    path: '/organization-invitations/:id',
    summary: 'Delete an organization invitation',
    status: 204,
    permission,
    change,
  },
  sendMessage: {
    method: 'post',
    path: '/organization-invitations/:id/message',
    summary: 'Resend an organization invitation',
    body: z.record(z.string(), z.unknown()),
    status: 204,
    permission,
    change,
    errors: ['connector.not_found', 'request.message_rate_limited'],
  },
  setStatus: {
    method: 'put',
    path: '/organization-invitations/:id/status',
    summary: 'Accept or revoke an organization invitation',
    body: z.strictObject({
      status: z.enum(['Accepted', 'Revoked']),
      acceptedUserId: reference.nullable().optional(),
    }),
    response: organizationInvitation,
    status: 200,
    permission,
    change,
    errors: ['request.invalid_input'],
  },
});
