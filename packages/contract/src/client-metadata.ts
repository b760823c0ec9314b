import { z } from 'zod';
import { acrValues } from './authentication-levels.ts';
import { dnsRecord, domainStatus } from './domains.ts';
import { origin } from './redirect-uris.ts';
import { userDataScopes } from './scopes.ts';

const storedUri = z.string().max(2048);

/** Standard OpenID Connect client metadata, as stored. `uriFlaws` is the rule for new URIs. */
export const oidcClientMetadata = z.strictObject({
  redirectUris: z.array(storedUri),
  postLogoutRedirectUris: z.array(storedUri),
  backchannelLogoutUri: storedUri.optional(),
  backchannelLogoutSessionRequired: z.boolean().optional(),
  logoUri: z.string().optional(),
});
export type OidcClientMetadata = z.infer<typeof oidcClientMetadata>;

/** Seconds. */
export const longestAuthenticationAge = 365 * 24 * 60 * 60;

export const refreshTokenTtlDays = { minimum: 1, maximum: 90 } as const;

const privateParts = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'];

const publicJwk = z
  .looseObject({ kty: z.enum(['RSA', 'EC', 'OKP']) })
  .refine(key => !privateParts.some(part => part in key), { error: 'validation.invalid' });

/** The least that requests of a client must offer; what falls below is refused. */
export const securityProfiles = ['Standard', 'Hardened', 'Fapi2'] as const;
const securityProfile = z.enum(securityProfiles);
export type SecurityProfile = z.infer<typeof securityProfile>;

/** Codes are only sent to redirect URIs that were registered in full. */
export const wantsExactUris = (metadata: { securityProfile?: string } | undefined) =>
  ['Hardened', 'Fapi2'].includes(metadata?.securityProfile ?? '');

/** Signing algorithms for ID tokens. */
export const idTokenAlgorithms = ['ES256', 'RS256', 'EdDSA', 'PS256'] as const;
export type IdTokenAlgorithm = (typeof idTokenAlgorithms)[number];

/** Client settings beyond the standard. Lifetimes are in seconds unless the name says days. */
export const customClientMetadata = z.strictObject({
  corsAllowedOrigins: z.array(origin).optional(),
  idTokenTtl: z.number().int().min(1).optional(),
  /** The signing algorithm of its ID tokens, if it is not that of the tenant. */
  idTokenSignedResponseAlg: z.enum(idTokenAlgorithms).optional(),
  refreshTokenTtl: z.number().int().min(1).optional(),
  refreshTokenTtlInDays: z
    .number()
    .int()
    .min(refreshTokenTtlDays.minimum)
    .max(refreshTokenTtlDays.maximum)
    .optional(),
  tenantId: z.string().optional(),
  alwaysIssueRefreshToken: z.boolean().optional(),
  rotateRefreshToken: z.boolean().optional(),
  /** Whether the application may exchange tokens that represent users for its own (RFC 8693). */
  allowTokenExchange: z.boolean().optional(),
  /**
   * Whether a token request without `resource` is for the resource requested at authorization (RFC 8707 section 2.2).
   * Otherwise it gets an opaque token for user info, which the SDKs of the dialect rely on.
   */
  useGrantedResource: z.boolean().optional(),
  /** For devices without a browser (RFC 8628). */
  isDeviceFlow: z.boolean().optional(),
  /** The maximum number of grants per user. One more revokes the oldest, with its tokens. */
  maxAllowedGrants: z.number().int().min(1).max(1000).optional(),
  /** Public keys with which a confidential client signs its authentication, instead of showing a secret. */
  jwks: z.strictObject({ keys: z.array(publicJwk).min(1).max(10) }).optional(),
  securityProfile: securityProfile.optional(),
  /** The least level of authentication, whatever a request asks for. */
  minimumAcr: z.enum(acrValues).optional(),
  /** Seconds after which users sign in again for this application. */
  maximumAuthenticationAge: z.number().int().min(1).max(longestAuthenticationAge).optional(),
});
export type CustomClientMetadata = z.infer<typeof customClientMetadata>;

/**
 * Public clients show nothing but their refresh token, so it must rotate unless a key binds it (RFC 9700 section 4.14).
 */
export const mustRotate = (
  type: string,
  { jwks, securityProfile }: { jwks?: unknown; securityProfile?: string },
) => (type === 'SPA' || type === 'Native') && !jwks && securityProfile !== 'Hardened';

/** The name of a protected site below the domain of them all: one label of a host. */
export const siteName = z
  .string()
  .regex(/^(?!-)[a-z0-9-]{1,63}(?<!-)$/i, { error: 'application.invalid_subdomain' });

export const siteDomain = z.strictObject({
  domain: z.string().min(1).max(256),
  status: domainStatus,
  errorMessage: z.string().max(1024).nullable(),
  dnsRecords: z.array(dnsRecord),
  cloudflareData: z.record(z.string(), z.unknown()).nullable().optional(),
});
export type SiteDomain = z.infer<typeof siteDomain>;

const maximumPageRules = 20;
/** Seconds. */
export const siteSessionLimits = { least: 60, usual: 14 * 24 * 60 * 60, most: 180 * 24 * 60 * 60 } as const;

/** An application without code, guarded by our proxy. */
export const protectedAppMetadata = z.strictObject({
  host: z.string().min(1),
  origin,
  /** Seconds. */
  sessionDuration: z.number().int().min(siteSessionLimits.least).max(siteSessionLimits.most),
  /**
   * The paths that need a sign-in, as regular expressions; without any, all do. Whether they can be used is checked by
   * `parsePathPattern`, which first screens that only know of applications need not load.
   */
  pageRules: z.array(z.strictObject({ path: z.string().min(1).max(256) })).max(maximumPageRules),
  /** User data that the site gets in addition to profile and email address. */
  additionalScopes: z.array(z.enum(userDataScopes)).optional(),
  customDomains: z.array(siteDomain).optional(),
});
export type ProtectedAppMetadata = z.infer<typeof protectedAppMetadata>;
