import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { id, idList } from './fields.ts';
import { organization } from './organizations.ts';
import { userDataScopes } from './scopes.ts';

/** The kinds of permissions that a third-party application can ask its users for, as paths name them. */
export const consentScopeTypes = [
  'organization-scopes',
  'resource-scopes',
  'organization-resource-scopes',
  'user-scopes',
] as const;
export type ConsentScopeType = (typeof consentScopeTypes)[number];

const namedScope = z.object({ id, name: z.string(), description: z.string().nullable() });
const scopesOfResource = z.object({
  resource: z.object({ id, name: z.string(), indicator: z.string() }),
  scopes: z.array(namedScope),
});

const consentScopes = z.object({
  organizationScopes: z.array(namedScope),
  resourceScopes: z.array(scopesOfResource),
  organizationResourceScopes: z.array(scopesOfResource),
  userScopes: z.array(z.enum(userDataScopes)),
});
export type ConsentScopes = z.infer<typeof consentScopes>;

const ids = idList.optional();
const organizationIds = idList;

const permission = 'applications:write';
const change = 'application';
const ofMember = '/applications/:id/users/:userId/consent-organizations';

/** The most that a third-party application can ask for, and what its users let it see. */
export const applicationConsent = defineRows({
  listScopes: {
    method: 'get',
    path: '/applications/:applicationId/user-consent-scopes',
    summary: 'List the scopes that a third-party application can request',
    response: consentScopes,
    status: 200,
    permission: 'applications:read',
  },
  addScopes: {
    method: 'post',
    path: '/applications/:applicationId/user-consent-scopes',
    summary: 'Add scopes that a third-party application can request',
    body: z.strictObject({
      organizationScopes: ids,
      resourceScopes: ids,
      organizationResourceScopes: ids,
      userScopes: z.array(z.enum(userDataScopes)).optional(),
    }),
    status: 201,
    permission,
    change,
    errors: [
      'application.third_party_application_only',
      'application.user_consent_scopes_not_found',
      'application.consent_management_api_scopes_not_allowed',
    ],
  },
  removeScope: {
    method: 'delete',
    path: '/applications/:applicationId/user-consent-scopes/:scopeType/:scopeId',
    summary: 'Remove a scope that a third-party application can request',
    status: 204,
    permission,
    change,
    unknown: ['guard.invalid_input', 'entity.not_exists_with_id', 'entity.not_found'],
  },
  listOrganizations: {
    method: 'get',
    path: ofMember,
    summary: 'List the organizations that a user granted to a third-party application',
    response: z.object({ organizations: z.array(organization) }),
    status: 200,
    permission: 'applications:read',
    shows: ['organizations:read'],
    paging: 'always',
    errors: ['application.third_party_application_only'],
  },
  addOrganizations: {
    method: 'post',
    path: ofMember,
    summary: 'Grant a third-party application access to organizations of a user',
    body: z.strictObject({ organizationIds: organizationIds.min(1) }),
    status: 201,
    permission,
    change,
    errors: ['application.third_party_application_only', 'organization.require_membership'],
  },
  replaceOrganizations: {
    method: 'put',
    path: ofMember,
    summary: 'Replace the organizations that a user granted to a third-party application',
    body: z.strictObject({ organizationIds }),
    status: 204,
    permission,
    change,
    errors: ['application.third_party_application_only', 'organization.require_membership'],
  },
  removeOrganization: {
    method: 'delete',
    path: `${ofMember}/:organizationId`,
    summary: "Revoke a third-party application's access to an organization of a user",
    status: 204,
    permission,
    change,
    errors: ['application.third_party_application_only'],
  },
});
