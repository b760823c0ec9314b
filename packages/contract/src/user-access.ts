import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { id, idList, timestamp, userId } from './fields.ts';
import { organization } from './organizations.ts';
import { role } from './role.ts';
import { namedSearchFields, searchQuery } from './search.ts';

/** A token by which a person's script acts for them. */
export const personalAccessToken = z.object({
  tenantId: id,
  userId,
  name: z.string().min(1).max(256),
  value: z.string().min(1).max(64),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
});
export type PersonalAccessToken = z.infer<typeof personalAccessToken>;

/** A session of a user. Its ID is the `uid`, because the value of the browser's cookie is never exposed. */
export const userSession = z.object({
  payload: z.object({
    exp: z.number(),
    iat: z.number(),
    jti: z.string(),
    uid: z.string(),
    kind: z.literal('Session'),
    loginTs: z.number(),
    accountId: z.string(),
    authorizations: z
      .record(
        z.string(),
        z.object({
          sid: z.string().optional(),
          grantId: z.string().optional(),
          persistsLogout: z.boolean().optional(),
        }),
      )
      .optional(),
  }),
  lastSubmission: z.record(z.string(), z.unknown()).nullable(),
  clientId: z.string().nullable(),
  accountId: z.string().nullable(),
  expiresAt: timestamp,
});
export type UserSession = z.infer<typeof userSession>;

/** The permissions a user granted to an application. */
export const userGrant = z.object({
  id: z.string(),
  payload: z.object({
    exp: z.number(),
    iat: z.number(),
    jti: z.string(),
    kind: z.literal('Grant'),
    clientId: z.string(),
    accountId: z.string(),
  }),
  expiresAt: timestamp,
  application: z.object({ id: z.string(), name: z.string() }),
});
export type UserGrant = z.infer<typeof userGrant>;

const roleIds = z.strictObject({ roleIds: idList });
const name = z.strictObject(personalAccessToken.pick({ name: true }).shape);
const nameTaken = ['user.personal_access_token_name_exists'] as const;
const createToken = name.extend({
  expiresAt: timestamp
    .refine(time => time > Date.now(), { error: 'validation.future_time' })
    .nullable()
    .optional(),
});

const read = 'users:read';
const write = 'users:write';

export const userRoles = defineRows({
  listRoles: {
    method: 'get',
    path: '/users/:userId/roles',
    summary: 'List the roles of a user',
    query: z.looseObject(searchQuery(namedSearchFields)),
    response: z.array(role),
    status: 200,
    permission: read,
    paging: 'always',
  },
  assignRoles: {
    method: 'post',
    path: '/users/:userId/roles',
    summary: 'Assign roles to a user',
    body: roleIds,
    response: z.object({ roleIds: z.array(id), addedRoleIds: z.array(id) }),
    status: 201,
    permission: write,
    change: 'user',
    errors: [
      'entity.relation_foreign_key_not_found',
      'user.invalid_role_type',
      'role.internal_role_violation',
    ],
  },
  replaceRoles: {
    method: 'put',
    path: '/users/:userId/roles',
    summary: 'Replace the roles of a user',
    body: roleIds,
    response: z.object({ roleIds: z.array(id) }),
    status: 200,
    permission: write,
    change: 'user',
    errors: [
      'entity.relation_foreign_key_not_found',
      'user.invalid_role_type',
      'role.internal_role_violation',
    ],
  },
  removeRole: {
    method: 'delete',
    path: '/users/:userId/roles/:roleId',
    summary: 'Remove a role from a user',
    status: 204,
    permission: write,
    change: 'user',
  },
  listOrganizations: {
    method: 'get',
    path: '/users/:userId/organizations',
    summary: "List the organizations of a user with the user's roles",
    response: z.array(
      organization.extend({ organizationRoles: z.array(z.object({ id, name: z.string() })) }),
    ),
    status: 200,
    permission: read,
    shows: ['organizations:read'],
  },
});

export const personalAccessTokens = defineRows({
  listPersonalAccessTokens: {
    method: 'get',
    path: '/users/:userId/personal-access-tokens',
    summary: 'List the personal access tokens of a user',
    response: z.array(personalAccessToken),
    status: 200,
    permission: read,
  },
  createPersonalAccessToken: {
    method: 'post',
    path: '/users/:userId/personal-access-tokens',
    summary: 'Create a personal access token for a user',
    body: createToken,
    response: personalAccessToken,
    status: 201,
    permission: write,
    change: 'user',
    errors: [...nameTaken, 'request.invalid_input'],
  },
  updatePersonalAccessToken: {
    method: 'patch',
    path: '/users/:userId/personal-access-tokens',
    summary: 'Rename the personal access token named in the body',
    body: name.extend({ currentName: personalAccessToken.shape.name }),
    response: personalAccessToken,
    status: 200,
    permission: write,
    change: 'user',
    errors: nameTaken,
  },
  deletePersonalAccessToken: {
    method: 'post',
    path: '/users/:userId/personal-access-tokens/delete',
    summary: 'Delete the personal access token named in the body',
    body: name,
    status: 204,
    permission: write,
    change: 'user',
    unknown: ['entity.not_exists_with_id', 'entity.not_found'],
  },
  updatePersonalAccessTokenByName: {
    method: 'patch',
    path: '/users/:userId/personal-access-tokens/:name',
    summary: 'Rename a personal access token',
    body: name,
    response: personalAccessToken,
    status: 200,
    permission: write,
    change: 'user',
    errors: nameTaken,
  },
  deletePersonalAccessTokenByName: {
    method: 'delete',
    path: '/users/:userId/personal-access-tokens/:name',
    summary: 'Delete a personal access token',
    status: 204,
    permission: write,
    change: 'user',
  },
});

export const userSessions = defineRows({
  listSessions: {
    method: 'get',
    path: '/users/:userId/sessions',
    summary: 'List the sessions of a user',
    response: z.object({ sessions: z.array(userSession) }),
    status: 200,
    permission: read,
    unknown: [],
  },
  readSession: {
    method: 'get',
    path: '/users/:userId/sessions/:sessionId',
    summary: 'Read a session of a user',
    response: userSession,
    status: 200,
    permission: read,
    errors: ['oidc.session_not_found'],
    unknown: ['oidc.session_not_found'],
  },
  revokeSession: {
    method: 'delete',
    path: '/users/:userId/sessions/:sessionId',
    summary: 'End a session of a user and optionally revoke its grants',
    query: z.object({ revokeGrantsTarget: z.enum(['all', 'firstParty']).optional() }),
    status: 204,
    permission: write,
    change: 'user',
    errors: ['oidc.session_not_found'],
    unknown: ['oidc.session_not_found'],
  },
  listGrants: {
    method: 'get',
    path: '/users/:userId/grants',
    summary: 'List the grants of a user',
    query: z.object({ appType: z.enum(['firstParty', 'thirdParty']).optional() }),
    response: z.object({ grants: z.array(userGrant) }),
    status: 200,
    permission: read,
    unknown: [],
  },
  revokeGrant: {
    method: 'delete',
    path: '/users/:userId/grants/:grantId',
    summary: 'Revoke a grant of a user with its tokens',
    status: 204,
    permission: write,
    change: 'user',
    errors: ['oidc.invalid_grant'],
    unknown: [{ code: 'oidc.invalid_grant', status: 404 }],
  },
});
