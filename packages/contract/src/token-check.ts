import { z } from 'zod';
import { acrValues } from './authentication-levels.ts';
import { defineRows } from './endpoint.ts';
import { reference } from './fields.ts';

/** Reasons why a user gets no access token at all. */
export const tokenRefusals = [
  'suspended',
  'not_admitted',
  'not_member',
  'mfa_required',
  'not_shared',
  'organizations_not_allowed',
] as const;
export type TokenRefusal = (typeof tokenRefusals)[number];

/** Reasons why a token lacks a permission: no role grants it, the application may not ask, or the sign-in is too weak. */
export const scopeObstacles = ['no_role', 'application', 'level'] as const;
export type ScopeObstacle = (typeof scopeObstacles)[number];

const scopeSource = z.object({
  kind: z.enum(['role', 'organization_role']),
  id: z.string(),
  name: z.string(),
  organization: z.object({ id: z.string(), name: z.string() }).optional(),
});
export type ScopeSource = z.infer<typeof scopeSource>;

const checkedScope = z.object({
  name: z.string(),
  description: z.string().nullable(),
  /** Left out when the token has the permission. */
  obstacle: z.enum(scopeObstacles).optional(),
  sources: z.array(scopeSource),
});
export type CheckedScope = z.infer<typeof checkedScope>;

const scriptResult = z.object({
  outcome: z.enum(['claims', 'denied', 'failed', 'stopped']),
  message: z.string().optional(),
  /** Claims of the script that it may not set. */
  ignoredClaims: z.array(z.string()),
  blocksToken: z.boolean(),
});

const checkedToken = z.object({
  refusals: z.array(z.enum(tokenRefusals)),
  /** Null when the token only opens the userinfo endpoint: then it is opaque and has no claims. */
  audience: z.string().nullable(),
  lifetimeSeconds: z.number(),
  scopes: z.array(checkedScope),
  claims: z.record(z.string(), z.unknown()),
  script: scriptResult.optional(),
});
export type CheckedToken = z.infer<typeof checkedToken>;

const scriptContext = z.object({ user: z.looseObject({ id: z.string() }) });

export const tokenCheck = defineRows({
  readScriptContext: {
    method: 'get',
    path: '/users/:userId/script-context',
    summary: 'Get a user as the script for custom claims sees them',
    response: scriptContext,
    status: 200,
    permission: 'users:read',
    shows: ['roles:read', 'organizations:read'],
  },
  checkToken: {
    method: 'get',
    path: '/users/:userId/token-check',
    summary: 'Check what an access token of a user would contain',
    query: z.object({
      applicationId: reference,
      resourceId: reference.optional(),
      organizationId: reference.optional(),
      acr: z.enum(acrValues).optional(),
    }),
    response: checkedToken,
    status: 200,
    permission: 'users:read',
    shows: ['applications:read', 'resources:read', 'roles:read', 'organizations:read', 'configs:read'],
  },
});
