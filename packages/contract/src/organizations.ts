import { z } from 'zod';
import { branding, color } from './branding.ts';
import { id, jsonObject, timestamp } from './fields.ts';
import { domainName } from './patterns.ts';
import { roleType } from './roles.ts';

const name = z.string().min(1).max(128);
const description = z.string().max(256).nullable();

export const organization = z.object({
  tenantId: id,
  id,
  name,
  description,
  customData: jsonObject,
  isMfaRequired: z.boolean(),
  color: color.partial(),
  branding,
  customCss: z.string().nullable(),
  createdAt: timestamp,
});
export type Organization = z.infer<typeof organization>;

export const organizationScope = z.object({ tenantId: id, id, name, description });
export type OrganizationScope = z.infer<typeof organizationScope>;

export const organizationRole = z.object({ tenantId: id, id, name, description, type: roleType });
export type OrganizationRole = z.infer<typeof organizationRole>;

/** With what it allows: permissions in the organization, and of API resources. */
export const organizationRoleWithScopes = organizationRole.extend({
  scopes: z.array(z.object({ id, name: z.string() })),
  resourceScopes: z.array(z.object({ id, name: z.string(), resource: z.object({ id, name: z.string() }) })),
});

const settable = {
  description: true,
  customData: true,
  isMfaRequired: true,
  color: true,
  branding: true,
  customCss: true,
} as const;

export const createOrganization = z.strictObject({
  ...organization.pick({ name: true }).shape,
  ...organization.pick(settable).partial().shape,
});
export const updateOrganization = z.strictObject(
  organization.pick({ name: true, ...settable }).partial().shape,
);

export const createOrganizationScope = z.strictObject({
  ...organizationScope.pick({ name: true }).shape,
  ...organizationScope.pick({ description: true }).partial().shape,
});

export const createOrganizationRole = z.strictObject({
  ...createOrganizationScope.shape,
  type: roleType.optional(),
  organizationScopeIds: z.array(id).optional(),
  resourceScopeIds: z.array(id).optional(),
});

/** Who joins an organization by themselves, and with which roles. */
export const justInTime = z.strictObject({
  emailDomains: z.array(domainName),
  roleIds: z.array(id),
  ssoConnectorIds: z.array(z.string().min(1).max(128)),
});
