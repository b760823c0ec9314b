import { z } from 'zod';
import { crud, defineRows } from './endpoint.ts';
import {
  certificateAuthority,
  certificates,
  distinct,
  id,
  jsonObject,
  timestamp,
  url,
  webUrl,
} from './fields.ts';
import { domainName } from './patterns.ts';

export const ssoProviders = {
  OIDC: 'oidc',
  SAML: 'saml',
  AzureAD: 'saml',
  GoogleWorkspace: 'oidc',
  Okta: 'oidc',
  AzureAdOidc: 'oidc',
} as const;
export type SsoProviderName = keyof typeof ssoProviders;

const ssoProviderName = z.enum(Object.keys(ssoProviders) as [SsoProviderName, ...SsoProviderName[]]);

/** Anyone can have an address there, so they say nothing about an enterprise. */
export const publicEmailDomains: readonly string[] = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'icloud.com',
  'aol.com',
  'yandex.com',
  'mail.com',
  'protonmail.com',
  'gmx.com',
  'mail.ru',
  'zoho.com',
  'qq.com',
  '163.com',
  '126.com',
  'sina.com',
  'sohu.com',
  'proton.me',
];

export const ssoDomain = domainName
  .toLowerCase()
  .refine(domain => !publicEmailDomains.includes(domain), { error: 'single_sign_on.forbidden_domains' });

export const ssoDomains = distinct(z.array(ssoDomain), 'single_sign_on.duplicated_domains');

export const ssoBranding = z.strictObject({
  displayName: z.string().optional(),
  logo: url.optional(),
  darkLogo: url.optional(),
});

export const ssoConnector = z.object({
  tenantId: id,
  id: z.string().min(1).max(128),
  providerName: ssoProviderName,
  connectorName: z.string().min(1).max(128),
  config: jsonObject,
  domains: ssoDomains,
  branding: ssoBranding,
  syncProfile: z.boolean(),
  enableTokenStorage: z.boolean(),
  createdAt: timestamp,
});
export type SsoConnector = z.infer<typeof ssoConnector>;

const settable = {
  config: true,
  domains: true,
  branding: true,
  syncProfile: true,
  enableTokenStorage: true,
} as const;

export const createSsoConnector = z.strictObject({
  /** Any text: a provider that there is not has a code of its own. */
  providerName: z.string().min(1).max(128),
  ...ssoConnector.pick({ connectorName: true }).shape,
  ...ssoConnector.pick(settable).partial().shape,
});

export const updateSsoConnector = z.strictObject({
  ...ssoConnector.pick({ connectorName: true, ...settable }).partial().shape,
  /**
   * Turns enterprise SSO on for the tenant in the same change. Takes the permission to write the sign-in experience, too.
   */
  enableSingleSignOn: z.literal(true).optional(),
});

const text = z.string().min(1).max(4096);

/**
 * Client authentication methods at a provider (OpenID Connect Core, section 9). Without one, the provider's metadata
 * decides.
 */
export const clientAuthentications = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
] as const;
export const clientAuthentication = z.enum(clientAuthentications);
export type ClientAuthentication = z.infer<typeof clientAuthentication>;

/** The config of each protocol. Missing fields can be added later. */
export const ssoConfigs = {
  oidc: z.strictObject({
    clientId: text.optional(),
    clientSecret: text.optional(),
    issuer: url.optional(),
    scope: text.optional(),
    trustUnverifiedEmail: z.boolean().optional(),
    tokenEndpointAuthMethod: clientAuthentication.optional(),
    certificateAuthority: certificateAuthority.optional(),
  }),
  saml: z.strictObject({
    metadataUrl: url.optional(),
    metadata: z.string().min(1).max(262_144).optional(),
    entityId: text.optional(),
    signInEndpoint: webUrl.optional(),
    logoutEndpoint: webUrl.optional(),
    /** Users who sign out here are signed out there, too. */
    signOutAtProvider: z.boolean().optional(),
    x509Certificate: certificates.optional(),
    attributeMapping: z
      .strictObject({ id: text.optional(), email: text.optional(), name: text.optional() })
      .optional(),
    signAuthnRequest: z.boolean().optional(),
    requestSignatureAlgorithm: text.optional(),
    certificateAuthority: certificateAuthority.optional(),
  }),
} as const;

/** Whether a config is complete enough to sign in with. */
export const isCompleteConfig = (providerName: SsoProviderName, config: Record<string, unknown> = {}) => {
  const has = (...names: string[]) => names.every(name => config[name]);
  if (ssoProviders[providerName] === 'saml')
    return has('metadataUrl') || has('metadata') || has('entityId', 'signInEndpoint', 'x509Certificate');
  const hasSecret = has('clientSecret') || config.tokenEndpointAuthMethod === 'private_key_jwt';
  return hasSecret && has('clientId', ...(providerName === 'GoogleWorkspace' ? [] : ['issuer']));
};

const ssoProvider = z.object({
  providerName: ssoProviderName,
  providerType: z.enum(['oidc', 'saml']),
  name: z.string(),
  description: z.string(),
  logo: z.string(),
  logoDark: z.string(),
});
export type SsoProvider = z.infer<typeof ssoProvider>;

/** A connector together with what is known of its provider. */
export const ssoConnectorWithProvider = ssoConnector.extend({
  name: z.string(),
  providerType: z.enum(['oidc', 'saml']),
  providerLogo: z.string(),
  providerLogoDark: z.string(),
  /** Details of the provider, or the reason they could not be fetched. Only when a single connector is read. */
  providerConfig: jsonObject.optional(),
  providerProblem: z.string().optional(),
});
export type SsoConnectorWithProvider = z.infer<typeof ssoConnectorWithProvider>;

export const unknownConnector = [{ code: 'connector.not_found', status: 404 }] as const;

const errors = [
  'single_sign_on.forbidden_domains',
  'single_sign_on.duplicated_domains',
  'single_sign_on.duplicate_connector_name',
  'connector.invalid_config',
  { code: 'connector.token_storage_not_supported', status: 400 },
  'single_sign_on.active_signing_key_required',
] as const;

const plain = crud({
  kind: 'sso-connector',
  path: '/sso-connectors',
  entity: ssoConnectorWithProvider,
  create: createSsoConnector,
  update: updateSsoConnector,
  createStatus: 200,
});

export const ssoConnectors = defineRows({
  ...plain,
  create: { ...plain.create, errors: [...errors, { code: 'connector.not_found', status: 422 }] },
  read: { ...plain.read, unknown: unknownConnector },
  update: { ...plain.update, unknown: unknownConnector, errors: [...errors, 'auth.forbidden'] },
  listProviders: {
    method: 'get',
    path: '/sso-connector-providers',
    summary: 'List enterprise SSO providers',
    response: z.array(ssoProvider),
    status: 200,
    permission: 'sso-connectors:read',
  },
});
