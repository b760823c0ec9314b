import { z } from 'zod';
import { distinct, id, jsonObject, timestamp, url } from './fields.ts';
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

export const ssoDomains = distinct(
  z.array(
    domainName
      .toLowerCase()
      .refine(domain => !publicEmailDomains.includes(domain), { error: 'single_sign_on.forbidden_domains' }),
  ),
  'single_sign_on.duplicated_domains',
);

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

export const createSsoConnector = z
  .strictObject({
    ...ssoConnector.pick({ providerName: true, connectorName: true }).shape,
    ...ssoConnector.pick(settable).partial().shape,
  })
  .refine(
    ({ providerName, enableTokenStorage }) => !enableTokenStorage || ssoProviders[providerName] === 'oidc',
    {
      path: ['enableTokenStorage'],
      error: 'connector.token_storage_not_supported',
    },
  );

export const updateSsoConnector = z.strictObject(
  ssoConnector.pick({ connectorName: true, ...settable }).partial().shape,
);
