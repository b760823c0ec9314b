import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { timestamp, userId } from './fields.ts';
import { invitationStatus, inviteMembers, roleName, tenantInvitation } from './organization-invitations.ts';

/** Built-in roles go by their names, which are the same in every tenant. */
const heldRole = z.object({ id: z.string(), name: z.string() });

export const tenantMember = z.object({
  id: userId,
  name: z.string().nullable(),
  username: z.string().nullable(),
  primaryEmail: z.string().nullable(),
  primaryPhone: z.string().nullable(),
  avatar: z.string().nullable(),
  lastSignInAt: timestamp.nullable(),
  organizationRoles: z.array(heldRole),
});
export type TenantMember = z.infer<typeof tenantMember>;

/** An invitation to a tenant, as its members see it. */
export const sentInvitation = z.object({
  id: z.string(),
  invitee: z.string(),
  status: invitationStatus,
  organizationRoles: z.array(heldRole),
  inviterName: z.string().nullable(),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** False if no email can be sent. Then an administrator has to share the link. */
  isEmailed: z.boolean(),
});
export type SentInvitation = z.infer<typeof sentInvitation>;

export const invitationDays = 7;

const memberPath = '/tenants/:tenantId/members/:userId';
const invitationPath = '/tenants/:tenantId/invitations/:invitationId';

export const tenantMembers = defineRows({
  list: {
    method: 'get',
    path: '/tenants/:tenantId/members',
    summary: 'List the members of a tenant',
    response: z.array(tenantMember),
    status: 200,
    permission: 'read:member',
  },
  setRole: {
    method: 'put',
    path: `${memberPath}/roles`,
    summary: 'Change the role of a member',
    body: z.strictObject({ roleName }),
    status: 204,
    permission: 'update:member:role',
    errors: ['tenant.last_administrator', 'auth.forbidden', 'auth.grant_exceeds_own'],
  },
  /** Members can always remove themselves. */
  remove: {
    method: 'delete',
    path: memberPath,
    summary: 'Remove a member from a tenant, or leave it',
    status: 204,
    permission: 'read:member',
    errors: ['tenant.last_administrator', 'auth.grant_exceeds_own'],
  },
  listScopes: {
    method: 'get',
    path: `${memberPath}/scopes`,
    summary: 'List the permissions of a member in a tenant',
    response: z.array(z.object({ name: z.string(), isLimited: z.literal(true).optional() })),
    status: 200,
    permission: 'manage:tenant:self',
  },
});

export const sentInvitations = defineRows({
  list: {
    method: 'get',
    path: '/tenants/:tenantId/invitations',
    summary: 'List the invitations to a tenant',
    response: z.array(sentInvitation),
    status: 200,
    permission: 'invite:member',
  },
  readService: {
    method: 'get',
    path: '/tenants/:tenantId/invitation-service',
    summary: 'Read the delivery method of invitations',
    response: sentInvitation.pick({ isEmailed: true }),
    status: 200,
    permission: 'invite:member',
  },
  create: {
    method: 'post',
    path: '/tenants/:tenantId/invitations',
    summary: 'Invite members to a tenant by email',
    body: inviteMembers,
    response: z.array(sentInvitation),
    status: 201,
    permission: 'invite:member',
    errors: [
      'subscription.limit_exceeded',
      'tenant.already_member',
      'auth.forbidden',
      'auth.grant_exceeds_own',
    ],
  },
  setStatus: {
    method: 'patch',
    path: `${invitationPath}/status`,
    summary: 'Revoke an invitation',
    body: z.strictObject({ status: z.literal('Revoked') }),
    status: 204,
    permission: 'invite:member',
    errors: ['auth.grant_exceeds_own', 'tenant.invitation_not_pending'],
  },
  resend: {
    method: 'post',
    path: `${invitationPath}/message`,
    summary: 'Resend an invitation and extend its expiration',
    status: 204,
    permission: 'invite:member',
    errors: ['auth.grant_exceeds_own', 'subscription.limit_exceeded', 'tenant.invitation_not_pending'],
  },
  link: {
    method: 'post',
    path: `${invitationPath}/link`,
    summary: 'Create a link for an invitation',
    response: z.object({ link: z.string() }),
    status: 200,
    permission: 'invite:member',
    errors: ['auth.grant_exceeds_own', 'tenant.invitation_not_found', 'tenant.invitation_not_pending'],
  },
  delete: {
    method: 'delete',
    path: invitationPath,
    summary: 'Delete an invitation',
    status: 204,
    permission: 'invite:member',
    errors: ['auth.grant_exceeds_own'],
  },
});

/** The invitations of the signed-in user, to all tenants. */
export const receivedInvitations = defineRows({
  list: {
    method: 'get',
    path: '/invitations',
    summary: 'List the invitations to the signed-in user’s email address',
    response: z.array(tenantInvitation),
    status: 200,
    permission: 'manage:tenant:self',
  },
  read: {
    method: 'get',
    path: '/invitations/:invitationId',
    summary: 'Read an invitation to the signed-in user',
    response: tenantInvitation,
    status: 200,
    permission: 'manage:tenant:self',
    unknown: ['tenant.invitation_not_found'],
    errors: ['tenant.invitation_for_another_account'],
  },
  setStatus: {
    method: 'patch',
    path: '/invitations/:invitationId/status',
    summary: 'Accept or decline an invitation',
    body: z.strictObject({ status: z.enum(['Accepted', 'Revoked']) }),
    status: 204,
    permission: 'manage:tenant:self',
    unknown: ['tenant.invitation_not_found'],
    errors: ['tenant.invitation_for_another_account', 'tenant.invitation_not_pending'],
  },
});
