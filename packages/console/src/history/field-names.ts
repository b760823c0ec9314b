import { useEffect, useState } from 'react';
import { type AreaNamespace, type Key, loadAreaPhrases, useT } from '../phrases.tsx';

type Words = { phrases: readonly AreaNamespace[]; fields: Readonly<Record<string, Key>> };

const named = { name: 'general.name', description: 'general.description' } as const;

const ofSignIn = {
  agreeToTermsPolicy: 'sign_in_experience.terms.policy',
  'adaptiveMfa.enabled': 'mfa.adaptive',
  'branding.darkFavicon': 'sign_in_experience.pictures.darkFavicon',
  'branding.darkLogoUrl': 'sign_in_experience.pictures.darkLogoUrl',
  'branding.favicon': 'sign_in_experience.pictures.favicon',
  'branding.logoUrl': 'sign_in_experience.pictures.logoUrl',
  'captchaPolicy.enabled': 'security.captcha.enabled',
  'color.darkPrimaryColor': 'sign_in_experience.dark_primary_color',
  'color.isDarkModeEnabled': 'sign_in_experience.dark_mode',
  'color.primaryColor': 'sign_in_experience.primary_color',
  customCss: 'sign_in_experience.custom_css',
  forgotPasswordMethods: 'sign_in_experience.sign_in.resets',
  'languageInfo.autoDetect': 'sign_in_experience.languages.detect',
  'languageInfo.fallbackLanguage': 'sign_in_experience.languages.default',
  'mfa.allowWeakerFactors': 'mfa.weaker',
  'mfa.factors': 'mfa.factors',
  'mfa.organizationRequiredMfaPolicy': 'mfa.organization_policy',
  'mfa.policy': 'mfa.policy',
  'passkeySignIn.allowAutofill': 'sign_in_experience.sign_in.passkey_autofill',
  'passkeySignIn.enabled': 'sign_in_experience.sign_in.passkey',
  'passkeySignIn.showPasskeyButton': 'sign_in_experience.sign_in.passkey_button',
  'passwordExpiration.enabled': 'security.expiry',
  'passwordExpiration.validPeriodDays': 'security.expiry_days',
  privacyPolicyUrl: 'sign_in_experience.terms.privacyPolicyUrl',
  'sentinelPolicy.lockoutDuration': 'security.lockout',
  'sentinelPolicy.maxAttempts': 'security.attempts',
  'signIn.methods': 'sign_in_experience.sign_in.methods',
  signInMode: 'sign_in_experience.sign_up.mode',
  'signInRecords.days': 'security.records_days',
  'signUp.identifiers': 'sign_in_experience.sign_up.identifiers',
  'signUp.password': 'sign_in_experience.sign_up.password',
  'signUp.secondaryIdentifiers': 'sign_in_experience.sign_up.more',
  'signUp.verify': 'sign_in_experience.sign_up.verify',
  singleSignOnEnabled: 'sign_in_experience.outside.sso',
  'smsPolicy.allowedCountries': 'security.sms_countries',
  'smsPolicy.hourlyLimit': 'security.sms_limit',
  'socialSignIn.automaticAccountLinking': 'sign_in_experience.outside.linking',
  'socialSignIn.skipRequiredIdentifiers': 'sign_in_experience.outside.skip',
  socialSignInConnectorTargets: 'sign_in_experience.outside.social',
  supportEmail: 'sign_in_experience.support.email',
  supportWebsiteUrl: 'sign_in_experience.support.website',
  termsOfUseUrl: 'sign_in_experience.terms.termsOfUseUrl',
  unknownSessionRedirectUrl: 'sign_in_experience.outside.unknown_session',
  'usernamePolicy.caseSensitive': 'sign_in_experience.sign_up.case_sensitive',
  'verificationCodePolicy.expirationDuration': 'security.code_life',
  'verificationCodePolicy.maxRetryAttempts': 'security.code_tries',
} as const;

const ofApplications = {
  ...named,
  appLevelAccessControlEnabled: 'applications.access.switch',
  'customClientMetadata.allowTokenExchange': 'applications.tokens.exchange',
  'customClientMetadata.alwaysIssueRefreshToken': 'applications.tokens.always',
  'customClientMetadata.corsAllowedOrigins': 'applications.redirects.cors',
  'customClientMetadata.idTokenSignedResponseAlg': 'applications.tokens.id_alg',
  'customClientMetadata.idTokenTtl': 'applications.tokens.id_ttl',
  'customClientMetadata.isDeviceFlow': 'applications.tokens.device',
  'customClientMetadata.jwks': 'applications.security.jwks',
  'customClientMetadata.maxAllowedGrants': 'applications.tokens.grants',
  'customClientMetadata.maximumAuthenticationAge': 'applications.step_up.age',
  'customClientMetadata.minimumAcr': 'authentication_levels.label',
  'customClientMetadata.refreshTokenTtlInDays': 'applications.tokens.refresh_ttl',
  'customClientMetadata.rotateRefreshToken': 'applications.tokens.rotate',
  'customClientMetadata.securityProfile': 'applications.security.profile',
  'customClientMetadata.useGrantedResource': 'applications.tokens.granted',
  displayName: 'applications.branding.display_name',
  isAdmin: 'applications.settings.is_admin',
  isPkceRequired: 'applications.security.pkce',
  'oidcClientMetadata.backchannelLogoutSessionRequired': 'applications.backchannel.session',
  'oidcClientMetadata.backchannelLogoutUri': 'applications.backchannel.uri',
  'oidcClientMetadata.postLogoutRedirectUris': 'applications.redirects.sign_out_uris',
  'oidcClientMetadata.redirectUris': 'applications.redirects.redirect_uris',
  'protectedAppMetadata.additionalScopes': 'applications.protected.scopes',
  'protectedAppMetadata.origin': 'applications.protected.origin',
  'protectedAppMetadata.pageRules': 'applications.protected.rules',
  'protectedAppMetadata.sessionDuration': 'applications.protected.session',
} as const;

const ofEnterprise = {
  'branding.darkLogo': 'enterprise_sso.logo_dark',
  'branding.displayName': 'enterprise_sso.display_name',
  'branding.logo': 'enterprise_sso.logo',
  'config.clientId': 'enterprise_sso.oidc.client_id',
  'config.clientSecret': 'enterprise_sso.oidc.client_secret',
  'config.entityId': 'enterprise_sso.saml.entity_id',
  'config.issuer': 'enterprise_sso.oidc.issuer',
  'config.metadata': 'enterprise_sso.saml.metadata_xml',
  'config.metadataUrl': 'enterprise_sso.saml.metadata_url',
  'config.scope': 'enterprise_sso.oidc.scope',
  'config.signInEndpoint': 'enterprise_sso.saml.sign_in_endpoint',
  'config.trustUnverifiedEmail': 'enterprise_sso.oidc.trust_email',
  'config.x509Certificate': 'enterprise_sso.saml.certificate',
  connectorName: 'general.name',
  enableTokenStorage: 'enterprise_sso.token_storage',
  syncProfile: 'enterprise_sso.sync_profile',
} as const;

/** The labels that the forms give to the fields of an object, by its kind. Others are shown as the API calls them. */
const wordsOf: Readonly<Record<string, Words>> = {
  'account-center': {
    phrases: ['console/security'],
    fields: {
      deleteAccountUrl: 'security.delete_account',
      enabled: 'security.account',
      'personalData.canDelete': 'security.account_delete',
      'personalData.canExport': 'security.account_export',
      'personalData.graceDays': 'security.account_grace_days',
      profileFields: 'security.account_profile',
      webauthnRelatedOrigins: 'security.related_origins',
    },
  },
  application: { phrases: ['console/applications', 'console/fields'], fields: ofApplications },
  connector: {
    phrases: ['console/connectors'],
    fields: {
      enableTokenStorage: 'connectors.token_storage',
      'metadata.logo': 'connectors.logo',
      'metadata.logoDark': 'connectors.logo_dark',
      'metadata.target': 'connectors.target',
      syncProfile: 'connectors.sync_profile',
    },
  },
  hook: {
    phrases: ['console/webhooks'],
    fields: {
      ...named,
      'config.headers': 'webhooks.headers',
      'config.retries': 'webhooks.retries',
      'config.url': 'webhooks.url',
      enabled: 'webhooks.enable',
      events: 'webhooks.events_title',
    },
  },
  organization: {
    phrases: ['console/organizations'],
    fields: { ...named, isMfaRequired: 'organizations.mfa' },
  },
  'organization-role': { phrases: [], fields: named },
  'organization-scope': { phrases: [], fields: named },
  resource: {
    phrases: ['console/api-resources'],
    fields: {
      ...named,
      accessTokenTtl: 'api_resources.general.access_token_ttl',
      indicator: 'api_resources.indicator',
      isDefault: 'api_resources.general.is_default',
    },
  },
  role: { phrases: ['console/roles'], fields: { ...named, isDefault: 'roles.is_default' } },
  'sign-in-experience': {
    phrases: ['console/mfa', 'console/security', 'console/sign-in-experience'],
    fields: ofSignIn,
  },
  'sso-connector': { phrases: ['console/enterprise-sso'], fields: ofEnterprise },
  user: {
    phrases: ['console/users'],
    fields: {
      avatar: 'users.avatar',
      name: 'users.import.fields.name',
      primaryEmail: 'users.email',
      primaryPhone: 'users.phone',
      username: 'users.username',
    },
  },
};

/** The label of a field in the forms; undefined where there is none, or until its words are loaded. */
export const useFieldNames = (kind: string) => {
  const t = useT();
  const [loaded, setLoaded] = useState<string>();
  const words = Object.hasOwn(wordsOf, kind) ? wordsOf[kind] : undefined;
  useEffect(() => {
    let isCurrent = true;
    // Without the words, the names of the API stay.
    Promise.all((words?.phrases ?? []).map(loadAreaPhrases)).then(
      () => isCurrent && setLoaded(kind),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [kind, words]);
  return (path: string) => {
    const key =
      words && loaded === kind && Object.hasOwn(words.fields, path) ? words.fields[path] : undefined;
    return key && t(key);
  };
};
