import type { LimitedRole } from '@gatehouse/contract/limited-roles.ts';
import type { OrganizationRole, OrganizationScope } from '@gatehouse/contract/organizations.ts';
import type { MemberPermission } from '@gatehouse/contract/scopes.ts';
import type { Generated } from 'kysely';
import type {
  Created,
  DefaultJson,
  EntityRow,
  Json,
  ReadOnly,
  SearchableRow,
  TenantRow,
} from './row-types.ts';

/** Organizations with their members, roles, invitations and just-in-time provisioning. */
export type OrganizationTables = {
  organizations: Organizations;
  searchableOrganizations: SearchableRow & { name: ReadOnly<string> };
  organizationRoles: OrganizationRoles;
  organizationScopes: OrganizationScopes;
  memberRoles: MemberRoles;
  organizationRoleScopes: TenantRow<{ organizationRoleId: string; organizationScopeId: string }>;
  organizationRoleResourceScopes: TenantRow<{ organizationRoleId: string; scopeId: string }>;
  organizationUsers: TenantRow<{ organizationId: string; userId: string; createdAt: Generated<number> }>;
  organizationUserRoles: TenantRow<{ organizationId: string; userId: string; organizationRoleId: string }>;
  organizationApplications: TenantRow<{
    organizationId: string;
    applicationId: string;
    createdAt: Generated<number>;
  }>;
  organizationApplicationRoles: TenantRow<{
    organizationId: string;
    applicationId: string;
    organizationRoleId: string;
  }>;
  organizationJitEmailDomains: TenantRow<{ organizationId: string; emailDomain: string }>;
  organizationJitRoles: TenantRow<{ organizationId: string; organizationRoleId: string }>;
  organizationJitSsoConnectors: TenantRow<{ organizationId: string; ssoConnectorId: string }>;
  organizationInvitations: OrganizationInvitations;
  organizationInvitationRoles: TenantRow<{ invitationId: string; organizationRoleId: string }>;
};

type Organizations = TenantRow<{
  id: string;
  name: string;
  description: string | null;
  customData: DefaultJson;
  isMfaRequired: Generated<boolean>;
  color: DefaultJson;
  branding: DefaultJson;
  customCss: string | null;
  createdAt: Generated<number>;
}>;

type OrganizationRoles = EntityRow<OrganizationRole, 'type'> & Created;

/** The roles that a tenant has made for its members, in the admin tenant. */
type MemberRoles = TenantRow<{
  organizationRoleId: string;
  organizationId: string;
  name: string;
  description: string | null;
  permissions: Json<readonly MemberPermission[]>;
  limited: Json<LimitedRole | null>;
}> &
  Created;

type OrganizationScopes = EntityRow<OrganizationScope> & Created;

type OrganizationInvitations = TenantRow<{
  id: string;
  inviterId: string | null;
  invitee: string;
  acceptedUserId: string | null;
  organizationId: string;
  status: Generated<string>;
  createdAt: Generated<number>;
  updatedAt: Generated<number>;
  expiresAt: number;
}>;
