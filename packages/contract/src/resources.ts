import { z } from 'zod';
import { acrValues } from './authentication-levels.ts';
import { displayName } from './display-names.ts';
import { crud, defineRows, queryFlag } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { namedSearchFields, resourceSearchFields, searchQuery } from './search.ts';

export const scope = z.object({
  tenantId: id,
  id,
  resourceId: id,
  name: z.string().min(1).max(256).regex(/^\S*$/, { error: 'scope.name_with_space' }),
  description: z.string().nullable(),
  /** The authentication level that a user must reach before a token includes it. */
  acr: z.enum(acrValues).nullable().optional(),
  createdAt: timestamp,
});
export type Scope = z.infer<typeof scope>;

export const resource = z.object({
  tenantId: id,
  id,
  name: z.string().min(1).max(256),
  /** The audience of its access tokens: an absolute URI without a fragment (RFC 8707 section 2). */
  indicator: z
    .url()
    .max(2048)
    .regex(/^[^#]*$/, { error: 'validation.uri_fragment' }),
  isDefault: z.boolean(),
  accessTokenTtl: z.number().int().min(1),
});
export type Resource = z.infer<typeof resource>;

export const resourceWithScopes = resource.extend({ scopes: z.array(scope).optional() });

const createResource = z.strictObject({
  name: displayName(resource.shape.name),
  ...resource.pick({ indicator: true }).shape,
  ...resource.pick({ accessTokenTtl: true }).partial().shape,
});
const updateResource = z.strictObject({
  name: displayName(resource.shape.name).optional(),
  ...resource.pick({ accessTokenTtl: true }).partial().shape,
});
const createScope = z.strictObject({
  name: displayName(scope.shape.name),
  ...scope.pick({ description: true, acr: true }).partial().shape,
});
const updateScope = z.strictObject(createScope.partial().shape);

const read = 'resources:read';
const write = 'resources:write';

const plain = crud({
  kind: 'resource',
  path: '/resources',
  entity: resourceWithScopes,
  create: createResource,
  update: updateResource,
});

export const resources = defineRows({
  ...plain,
  list: {
    ...plain.list,
    query: z.looseObject({ ...searchQuery(resourceSearchFields), includeScopes: queryFlag.optional() }),
    sort: ['name', 'createdAt'],
  },
  create: { ...plain.create, quota: ['resourcesLimit'], errors: ['resource.resource_identifier_in_use'] },
  update: { ...plain.update, errors: ['resource.cannot_modify_management_api'] },
  delete: { ...plain.delete, errors: ['resource.cannot_delete_management_api'] },
  setDefault: {
    method: 'patch',
    path: '/resources/:id/is-default',
    summary: 'Set or unset the default API resource',
    body: z.strictObject({ isDefault: z.boolean() }),
    response: resource,
    status: 200,
    permission: write,
    change: 'resource',
  },
  listScopes: {
    method: 'get',
    path: '/resources/:resourceId/scopes',
    summary: 'List the permissions of an API resource',
    query: z.looseObject(searchQuery(namedSearchFields)),
    response: z.array(scope),
    status: 200,
    permission: read,
    paging: 'always',
  },
  createScope: {
    method: 'post',
    path: '/resources/:resourceId/scopes',
    summary: 'Create a permission of an API resource',
    body: createScope,
    response: scope,
    status: 201,
    permission: write,
    quota: ['scopesPerResourceLimit'],
    change: 'resource',
    event: 'Scope.Created',
    errors: ['scope.name_exists', 'scope.name_with_space', 'resource.cannot_modify_management_api'],
  },
  updateScope: {
    method: 'patch',
    path: '/resources/:resourceId/scopes/:scopeId',
    summary: 'Update a permission of an API resource',
    body: updateScope,
    response: scope,
    status: 200,
    permission: write,
    change: 'resource',
    event: 'Scope.Data.Updated',
    errors: ['scope.name_exists', 'scope.name_with_space', 'resource.cannot_modify_management_api'],
  },
  deleteScope: {
    method: 'delete',
    path: '/resources/:resourceId/scopes/:scopeId',
    summary: 'Delete a permission of an API resource',
    status: 204,
    permission: write,
    change: 'resource',
    event: 'Scope.Deleted',
    errors: ['resource.cannot_modify_management_api'],
  },
});
