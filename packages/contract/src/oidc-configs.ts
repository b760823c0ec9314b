import { z } from 'zod';
import { idTokenAlgorithms } from './client-metadata.ts';
import { defineRows } from './endpoint.ts';
import { distinct, timestamp } from './fields.ts';
import { day, tokenLifetimes } from './tokens.ts';

/** Signing algorithms for tokens. The dialect only knows two families: `EC` is ES256 and `RSA` is RS256. */
export const signingAlgorithms = ['ES256', 'ES384', 'RS256', 'EdDSA'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

export const signingKey = z.object({
  id: z.string(),
  createdAt: timestamp,
  /** The family of the key, as its JWK says. */
  signingKeyAlgorithm: z.enum(['EC', 'RSA', 'OKP']),
  algorithm: z.enum(signingAlgorithms),
  /** `Next` is published but does not sign yet, `Previous` no longer signs. */
  status: z.enum(['Next', 'Current', 'Previous']),
  effectiveAt: timestamp,
  /** Keys of other algorithms for ID tokens. They sign while this key does, and are rotated and deleted with it. */
  companions: z.array(
    z.object({ id: z.string(), createdAt: timestamp, algorithm: z.enum(idTokenAlgorithms) }),
  ),
});
export type SigningKey = z.infer<typeof signingKey>;

export const cookieKey = z.object({ id: z.string(), createdAt: timestamp });
export type CookieKey = z.infer<typeof cookieKey>;

const rotateSigningKey = z
  .strictObject({
    signingKeyAlgorithm: z.enum(['EC', 'RSA', ...signingAlgorithms]).optional(),
    /** Seconds during which the new key is only published, so that clients have it before it signs. */
    rotationGracePeriod: z
      .number()
      .int()
      .min(0)
      .max(30 * day)
      .optional(),
  })
  .optional();

export const defaultSessionTtl = tokenLifetimes.session;
export const defaultAbsoluteSessionTtl = 30 * day;

/** Seconds after which a signed-in browser must sign in again. */
export const sessionConfig = z.object({
  ttl: z
    .number()
    .int()
    .min(1)
    .max(365 * day),
  /** Seconds after which users sign in again however active they are. */
  absoluteTtl: z
    .number()
    .int()
    .min(1)
    .max(365 * day)
    .optional(),
  /**
   * Whether JWT access tokens include how and when the user signed in: `acr`, `amr`, `auth_time` (RFC 9068 section
   * 2.2.1).
   */
  authenticationInAccessTokens: z.boolean().optional(),
});
export type SessionConfig = z.infer<typeof sessionConfig>;

/**
 * Claims that are large or personal: userinfo returns them to every client with the scope, the ID token only on
 * request.
 */
export const extendedClaims = [
  'custom_data',
  'identities',
  'sso_identities',
  'roles',
  'organizations',
  'organization_data',
  'organization_roles',
] as const;
export type ExtendedClaim = (typeof extendedClaims)[number];

export const defaultExtendedClaims: readonly ExtendedClaim[] = [
  'roles',
  'organizations',
  'organization_roles',
];

export const idTokenConfig = z.object({
  enabledExtendedClaims: distinct(z.array(z.enum(extendedClaims))).optional(),
  /**
   * Whether claims follow OpenID Connect Core section 5: left out if they have no value, and `updated_at` in seconds.
   * Otherwise they are as clients of the dialect expect them. A field missing from a request keeps its value.
   */
  standardClaims: z.boolean().optional(),
});
export type IdTokenConfig = z.infer<typeof idTokenConfig>;

const read = 'configs:read';
const write = 'configs:write';

export const oidcConfigs = defineRows({
  listSigningKeys: {
    method: 'get',
    path: '/configs/oidc/private-keys',
    summary: 'List signing keys, newest first',
    response: z.array(signingKey),
    status: 200,
    permission: read,
  },
  rotateSigningKeys: {
    method: 'post',
    path: '/configs/oidc/private-keys/rotate',
    summary: 'Rotate the signing key; previous keys stay published until their tokens expire',
    body: rotateSigningKey,
    response: z.array(signingKey),
    status: 200,
    permission: write,
    change: 'signing-keys',
  },
  deleteSigningKey: {
    method: 'delete',
    path: '/configs/oidc/private-keys/:keyId',
    summary: 'Delete a previous signing key; tokens it signed become invalid',
    status: 204,
    permission: write,
    change: 'signing-keys',
    errors: ['oidc.key_required', 'oidc.only_previous_key_can_be_deleted', 'oidc.key_not_found'],
    unknown: ['oidc.key_not_found'],
  },
  listCookieKeys: {
    method: 'get',
    path: '/configs/oidc/cookie-keys',
    summary: 'List cookie keys, newest first',
    response: z.array(cookieKey),
    status: 200,
    permission: read,
  },
  rotateCookieKeys: {
    method: 'post',
    path: '/configs/oidc/cookie-keys/rotate',
    summary: 'Rotate the cookie key; the previous one still verifies',
    body: z.strictObject({}).optional(),
    response: z.array(cookieKey),
    status: 200,
    permission: write,
    change: 'cookie-keys',
  },
  deleteCookieKey: {
    method: 'delete',
    path: '/configs/oidc/cookie-keys/:keyId',
    summary: 'Delete a previous cookie key; sessions with its cookies end',
    status: 204,
    permission: write,
    change: 'cookie-keys',
    errors: ['oidc.key_required', 'oidc.only_previous_key_can_be_deleted', 'oidc.key_not_found'],
    unknown: ['oidc.key_not_found'],
  },
  readSession: {
    method: 'get',
    path: '/configs/oidc/session',
    summary: 'Read the session settings',
    response: sessionConfig,
    status: 200,
    permission: read,
  },
  updateSession: {
    method: 'patch',
    path: '/configs/oidc/session',
    summary: 'Update the session settings',
    body: z.strictObject(sessionConfig.partial().shape),
    response: sessionConfig,
    status: 200,
    permission: write,
    change: 'oidc-session',
  },
  readIdToken: {
    method: 'get',
    path: '/configs/id-token',
    summary: 'Read the ID token claims settings',
    response: idTokenConfig,
    status: 200,
    permission: read,
  },
  replaceIdToken: {
    method: 'put',
    path: '/configs/id-token',
    summary: 'Update the ID token claims settings',
    body: z.strictObject(idTokenConfig.shape),
    response: idTokenConfig,
    status: 200,
    permission: write,
    change: 'id-token',
  },
});
