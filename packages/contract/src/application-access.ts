import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { reference } from './fields.ts';
import { namedRoles, organization } from './organizations.ts';

const maximumRules = 1000;
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(maximumRules);

/** The access rules of an application. A user may sign in if any rule matches. */
const accessRules = {
  userIds: list(reference),
  userRoleIds: list(reference),
  organizationIds: list(reference),
  organizationRoleRules: list(
    z.strictObject({ organizationId: reference, organizationRoleIds: list(reference).min(1) }),
  ),
};
const accessControl = z.object(accessRules);
export type AccessControl = z.infer<typeof accessControl>;

/** The organizations of an application, and its access rules. */
export const applicationAccess = defineRows({
  listOrganizations: {
    method: 'get',
    path: '/applications/:id/organizations',
    summary: 'List the organizations of a machine-to-machine application',
    response: z.array(organization.extend({ organizationRoles: namedRoles })),
    status: 200,
    permission: 'applications:read',
    shows: ['organizations:read'],
    paging: 'onRequest',
  },
  read: {
    method: 'get',
    path: '/applications/:applicationId/access-control',
    summary: 'Read the access control of an application',
    response: accessControl,
    status: 200,
    permission: 'applications:read',
  },
  replace: {
    method: 'put',
    path: '/applications/:applicationId/access-control',
    summary: 'Replace the access control of an application',
    body: z.strictObject(accessRules),
    response: accessControl,
    status: 200,
    permission: 'applications:write',
    change: 'application',
    errors: [{ code: 'request.invalid_input', status: 422 }, 'request.invalid_input'],
  },
});
