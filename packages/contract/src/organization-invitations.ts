import { z } from 'zod';
import { id, timestamp, userId } from './fields.ts';
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
  organizationId: id,
  status: invitationStatus,
  createdAt: timestamp,
  updatedAt: timestamp,
  expiresAt: timestamp,
  organizationRoles: z.array(z.object({ id, name: z.string() })),
});
export type OrganizationInvitation = z.infer<typeof organizationInvitation>;

export const createOrganizationInvitation = z.strictObject({
  ...organizationInvitation.pick({ invitee: true, organizationId: true }).shape,
  expiresAt: timestamp.refine(time => time > Date.now(), { error: 'validation.future_time' }),
  inviterId: userId.nullable().optional(),
  organizationRoleIds: z.array(id).optional(),
  /** `false`: no message is sent. */
  messagePayload: z.union([z.literal(false), z.record(z.string(), z.unknown())]).optional(),
});

/** A pending invitation can be accepted, revoked or run out; the other statuses are final. */
export const canMoveInvitation = (from: InvitationStatus, to: InvitationStatus) =>
  from === 'Pending' && to !== 'Pending';

/** Nobody writes `Expired` at the moment of expiry: a pending invitation past its time reads as expired. */
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
});

export const inviteMembers = z.strictObject({
  invitee: z.array(email).min(1),
  roleName: z.enum(['admin', 'collaborator']),
});
