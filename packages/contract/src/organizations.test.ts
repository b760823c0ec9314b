import { expect, test } from 'vitest';
import {
  canMoveInvitation,
  createOrganizationInvitation,
  currentInvitationStatus,
  invitationStatuses,
  inviteMembers,
  organizationInvitation,
} from './organization-invitations.ts';
import {
  createOrganization,
  createOrganizationRole,
  createOrganizationScope,
  organization,
  organizationRoleWithScopes,
  updateOrganization,
} from './organizations.ts';
import { refusals } from './testing/refusals.ts';
import { text } from './testing/samples.ts';

test('[ENT-9] organization', () => {
  const sample = {
    tenantId: 'default',
    id: 'o',
    name: 'Acme',
    description: null,
    customData: { tier: 1 },
    isMfaRequired: true,
    color: {},
    branding: { logoUrl: 'https://example.com/logo.svg' },
    customCss: null,
    createdAt: 0,
  };
  expect(refusals(organization, sample)).toEqual([]);
  expect(refusals(organization, { ...sample, name: text(129), description: text(257) })).toEqual([
    'name: validation.too_long',
    'description: validation.too_long',
  ]);
  expect(refusals(organization, { ...sample, branding: { logoUrl: 'logo' } })).toEqual([
    'branding.logoUrl: validation.url',
  ]);
  expect(refusals(createOrganization, { name: 'Acme' })).toEqual([]);
  expect(refusals(createOrganization, {})).toEqual(['name: validation.required']);
  expect(refusals(updateOrganization, { isMfaRequired: 1 })).toEqual(['isMfaRequired: validation.type']);
});

test('[ENT-9] organization roles and scopes', () => {
  expect(
    refusals(createOrganizationRole, { name: 'admin', organizationScopeIds: ['a'], resourceScopeIds: ['b'] }),
  ).toEqual([]);
  expect(refusals(createOrganizationRole, { name: text(129) })).toEqual(['name: validation.too_long']);
  expect(refusals(createOrganizationScope, { name: 'read:member', description: text(256) })).toEqual([]);
  expect(refusals(createOrganizationScope, { description: text(257) })).toEqual([
    'name: validation.required',
    'description: validation.too_long',
  ]);
  const role = { tenantId: 'default', id: 'r', name: 'admin', description: null, type: 'User' };
  expect(refusals(organizationRoleWithScopes, { ...role, scopes: [], resourceScopes: [] })).toEqual([]);
  expect(refusals(organizationRoleWithScopes, { ...role, scopes: [] })).toEqual([
    'resourceScopes: validation.required',
  ]);
});

test('[ENT-10] invitation', () => {
  const body = { invitee: 'ada@example.com', organizationId: 'o', expiresAt: Date.now() + 60_000 };
  expect(refusals(createOrganizationInvitation, { ...body, messagePayload: false })).toEqual([]);
  expect(refusals(createOrganizationInvitation, { ...body, invitee: 'ada' })).toEqual([
    'invitee: user.invalid_email',
  ]);
  expect(refusals(createOrganizationInvitation, { ...body, expiresAt: Date.now() - 1 })).toEqual([
    'expiresAt: validation.future_time',
  ]);
  expect(organizationInvitation.shape.status.options).toEqual(['Pending', 'Accepted', 'Expired', 'Revoked']);
  expect(refusals(inviteMembers, { invitee: ['a@b.co'], roleName: 'collaborator' })).toEqual([]);
  expect(refusals(inviteMembers, { invitee: [], roleName: '' })).toEqual([
    'invitee: validation.too_few',
    'roleName: validation.required',
  ]);
});

test('[ENT-10] only a pending invitation changes its status, and it expires by time', () => {
  expect(invitationStatuses.map(to => canMoveInvitation('Pending', to))).toEqual([false, true, true, true]);
  for (const from of ['Accepted', 'Expired', 'Revoked'] as const) {
    expect(invitationStatuses.some(to => canMoveInvitation(from, to))).toBe(false);
  }
  expect(currentInvitationStatus({ status: 'Pending', expiresAt: 100 }, 99)).toBe('Pending');
  expect(currentInvitationStatus({ status: 'Pending', expiresAt: 100 }, 100)).toBe('Expired');
  expect(currentInvitationStatus({ status: 'Accepted', expiresAt: 100 }, 200)).toBe('Accepted');
});
