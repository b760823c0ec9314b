import { updateApplicationSignInExperience } from '@gatehouse/contract/application-sign-in-experience.ts';
import { application, applicationName, applicationType } from '@gatehouse/contract/applications.ts';
import {
  customClientMetadata,
  oidcClientMetadata,
  protectedAppMetadata,
  siteName,
} from '@gatehouse/contract/client-metadata.ts';
import { jsonObject } from '@gatehouse/contract/fields.ts';
import { nameIdFormats, samlApplicationConfig } from '@gatehouse/contract/saml.ts';
import { userDataScopes } from '@gatehouse/contract/scopes.ts';
import { z } from 'zod';

/** Permissions that a third-party application can request from its users. */
export const consent = z.strictObject({
  user: z.array(z.enum(userDataScopes)).default([]),
  organization: z.array(z.string()).default([]),
  api: z.array(z.string()).default([]),
  organizationApi: z.array(z.string()).default([]),
});
export type Consent = z.infer<typeof consent>;

export const noConsent: Consent = { user: [], organization: [], api: [], organizationApi: [] };

const site = z.strictObject({
  subDomain: siteName,
  ...protectedAppMetadata.pick({
    origin: true,
    sessionDuration: true,
    pageRules: true,
    additionalScopes: true,
  }).shape,
});

/** Omitted fields default to the values of a new application. */
const { shape } = samlApplicationConfig;
const saml = z.strictObject({
  entityId: shape.entityId.default(null),
  acsUrl: shape.acsUrl.default(null),
  otherAcsUrls: shape.otherAcsUrls.default([]),
  attributeMapping: shape.attributeMapping.default({}),
  nameIdFormat: shape.nameIdFormat.default(nameIdFormats.persistent),
  signedElement: shape.signedElement.default('Assertion'),
  encryption: shape.encryption.default(null),
  requestSigning: shape.requestSigning.default(null),
  idpInitiated: shape.idpInitiated.default(null),
  singleLogout: shape.singleLogout.default(null),
  metadataUrl: shape.metadataUrl.default(null),
});

const { shape: own } = updateApplicationSignInExperience;

/** Omitted fields default to the tenant's sign-in experience. */
const signInExperience = z.strictObject({
  color: own.color.unwrap().default({}),
  branding: own.branding.unwrap().default({}),
  customCss: own.customCss.default(null),
  termsOfUseUrl: own.termsOfUseUrl.default(null),
  privacyPolicyUrl: own.privacyPolicyUrl.default(null),
  displayName: own.displayName.default(null),
});
export const usualExperience = signInExperience.parse({});

export const applicationFields = z.strictObject({
  name: applicationName,
  type: applicationType,
  description: application.shape.description.default(null),
  isThirdParty: z.boolean().default(false),
  isPkceRequired: z.boolean().default(true),
  appLevelAccessControlEnabled: z.boolean().default(false),
  oidcClientMetadata: oidcClientMetadata.default({ redirectUris: [], postLogoutRedirectUris: [] }),
  customClientMetadata: customClientMetadata.default({}),
  protectedAppMetadata: site.nullable().default(null),
  saml: saml.nullable().default(null),
  customData: jsonObject.default({}),
  /** Of machines. */
  roles: z.array(z.string()).default([]),
  /** The roles of users who may sign in, where access is restricted. */
  accessRoles: z.array(z.string()).default([]),
  consent: consent.default(noConsent),
  signInExperience: signInExperience.nullable().default(null),
});
export type ApplicationFields = z.infer<typeof applicationFields>;
