import { z } from 'zod';
import { branding, color } from './branding.ts';
import { connectorId, connectorMetadata } from './connectors.ts';
import { translation } from './custom-phrases.ts';
import { createProfileField } from './custom-profile-fields.ts';
import { customUiCsp } from './custom-ui-csp.ts';
import { defineRows } from './endpoint.ts';
import { clearable, clearableUrl, distinct, id, reference, timestamp, userId } from './fields.ts';
import { languageTag } from './languages.ts';
import { mfa } from './mfa.ts';
import { passwordPolicy } from './password-policy.ts';
import { email, patterns } from './patterns.ts';
import {
  adaptiveMfa,
  passkeySignIn,
  passwordExpiration,
  securityNotices,
  signInRecords,
  signUpProfileFields,
  smsPolicy,
  updatePasswordExpiration,
  usernamePolicy,
  verificationCodePolicy,
} from './sign-in-policies.ts';

export const signInModes = ['SignIn', 'Register', 'SignInAndRegister'] as const;
export const agreeToTermsPolicies = ['Automatic', 'ManualRegistrationOnly', 'Manual'] as const;
export const signInIdentifiers = ['username', 'email', 'phone'] as const;
export type SignInIdentifier = (typeof signInIdentifiers)[number];

export const forgotPasswordMethods = ['EmailVerificationCode', 'PhoneVerificationCode'] as const;

const identifier = z.enum(signInIdentifiers);

const addressOrDomain = z.string().max(256).regex(patterns.blocklistItem, {
  error: 'sign_in_experiences.invalid_custom_email_blocklist_format',
});

export const signIn = z.strictObject({
  methods: z.array(
    z.strictObject({
      identifier,
      password: z.boolean(),
      verificationCode: z.boolean(),
      isPasswordPrimary: z.boolean(),
    }),
  ),
});

export const signUp = z.strictObject({
  identifiers: distinct(z.array(identifier), 'sign_in_experiences.duplicated_sign_up_identifiers'),
  password: z.boolean(),
  verify: z.boolean(),
  secondaryIdentifiers: z
    .array(
      z.strictObject({
        identifier: z.enum([...signInIdentifiers, 'emailOrPhone']),
        verify: z.boolean().optional(),
      }),
    )
    .optional(),
});

/** An identifier is asked for once. */
const updateSignUp = signUp.refine(
  ({ identifiers, secondaryIdentifiers = [] }) => {
    const asked = [...new Set(identifiers), ...secondaryIdentifiers.map(({ identifier }) => identifier)];
    return new Set(asked).size === asked.length;
  },
  { path: ['secondaryIdentifiers'], error: 'sign_in_experiences.duplicated_sign_up_identifiers' },
);

export const signInExperience = z.object({
  tenantId: id,
  id,
  color,
  branding,
  /** Kept for clients of the dialect. Our pages never show the name of the product. */
  hideLogtoBranding: z.boolean(),
  languageInfo: z.strictObject({ autoDetect: z.boolean(), fallbackLanguage: languageTag }),
  termsOfUseUrl: clearableUrl.nullable(),
  privacyPolicyUrl: clearableUrl.nullable(),
  agreeToTermsPolicy: z.enum(agreeToTermsPolicies),
  signIn,
  signUp,
  socialSignIn: z.strictObject({
    automaticAccountLinking: z.boolean().optional(),
    /** Users who register with a social account are not asked for the other sign-up identifiers. */
    skipRequiredIdentifiers: z.boolean().optional(),
  }),
  socialSignInConnectorTargets: z.array(z.string()),
  signInMode: z.enum(signInModes),
  customCss: z.string().nullable(),
  /** Path → HTML. */
  customContent: z.record(z.string(), z.string()),
  customUiAssets: z.strictObject({ id: z.string(), createdAt: timestamp }).nullable(),
  passwordPolicy,
  mfa,
  singleSignOnEnabled: z.boolean(),
  supportEmail: z.union([email, z.literal('')]).nullable(),
  supportWebsiteUrl: clearableUrl.nullable(),
  unknownSessionRedirectUrl: clearableUrl.nullable(),
  captchaPolicy: z.strictObject({ enabled: z.boolean().optional() }),
  /** `lockoutDuration` is minutes. */
  sentinelPolicy: z.strictObject({
    maxAttempts: z.number().int().min(1).optional(),
    lockoutDuration: z.number().int().min(1).optional(),
  }),
  emailBlocklistPolicy: z.strictObject({
    blockDisposableAddresses: z.boolean().optional(),
    blockSubaddressing: z.boolean().optional(),
    customBlocklist: z.array(addressOrDomain).optional(),
    /** If not empty, only these may register. `*` matches any characters, as in the blocklist. */
    customAllowlist: z.array(addressOrDomain).optional(),
  }),
  /** `null`: whatever the connectors allow. */
  forgotPasswordMethods: z.array(z.enum(forgotPasswordMethods)).nullable(),
  passkeySignIn,
  verificationCodePolicy,
  smsPolicy,
  securityNotices,
  passwordExpiration,
  usernamePolicy,
  /** `null`: every field that there is. */
  signUpProfileFields: signUpProfileFields.nullable(),
  adaptiveMfa,
  signInRecords,
  customUiCsp,
});
export type SignInExperience = z.infer<typeof signInExperience>;

export const signInExperienceRows = defineRows({
  read: {
    method: 'get',
    path: '/sign-in-exp',
    summary: 'Read the sign-in experience',
    response: signInExperience,
    status: 200,
    permission: 'sign-in-experience:read',
  },
  update: {
    method: 'patch',
    path: '/sign-in-exp',
    summary: 'Update the sign-in experience',
    body: z.strictObject({
      ...signInExperience.omit({ tenantId: true, id: true }).partial().shape,
      signUp: updateSignUp.optional(),
      customCss: clearable(z.string()).optional(),
      passwordExpiration: updatePasswordExpiration.optional(),
    }),
    response: signInExperience,
    status: 200,
    permission: 'sign-in-experience:write',
    quota: ['mfaEnabled', 'securityFeaturesEnabled', 'bringYourUiEnabled'],
    change: 'sign-in-experience',
    errors: [
      'sign_in_experiences.invalid_custom_email_blocklist_format',
      'sign_in_experiences.password_expiration_invalid_period_days',
      'sign_in_experiences.enabled_connector_not_found',
      'sign_in_experiences.at_least_one_authentication_factor',
      'sign_in_experiences.missing_sign_up_identifiers',
      'sign_in_experiences.duplicated_sign_up_identifiers',
      'sign_in_experiences.username_requires_password',
      'sign_in_experiences.backup_code_cannot_be_enabled_alone',
      'sign_in_experiences.duplicated_mfa_factors',
      'sign_in_experiences.adaptive_mfa_requires_mfa',
      'sign_in_experiences.unsupported_default_language',
      'sign_in_experiences.forgot_password_method_requires_connector',
      'sign_in_experiences.password_expiration_requires_forgot_password',
      'sign_in_experiences.username_policy_case_conflicts_exist',
      'custom_profile_fields.entity_not_exists_with_names',
    ],
  },
  listUsernameConflicts: {
    method: 'get',
    path: '/sign-in-exp/username-policy/case-sensitivity-conflicts',
    summary: 'List usernames that differ only in case',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).optional() }),
    response: z.object({
      totalConflicts: z.number().int(),
      samples: z.array(z.object({ usernameLower: z.string(), userIds: z.array(userId) })),
    }),
    status: 200,
    permission: 'sign-in-experience:read',
    shows: ['users:read'],
  },
  uploadCustomUi: {
    method: 'post',
    path: '/sign-in-exp/default/custom-ui-assets',
    summary: 'Upload a custom UI (multipart form, field `file`: a ZIP archive with an index.html)',
    takesFile: true,
    response: z.object({ customUiAssetId: z.string() }),
    status: 200,
    permission: 'sign-in-experience:write',
    quota: ['bringYourUiEnabled'],
    change: 'sign-in-experience',
    errors: [
      'guard.file_size_exceeded',
      'guard.mime_type_not_allowed',
      'guard.not_allowed_for_admin_tenant',
      'storage.upload_error',
    ],
  },
  preview: {
    method: 'post',
    path: '/sign-in-exp/preview',
    summary: 'Preview the sign-in pages with these settings without saving',
    body: z.strictObject({
      signInExperience: z.strictObject(signInExperience.omit({ tenantId: true, id: true }).partial().shape),
      language: languageTag,
      /** Own phrases of the language that are not saved yet. */
      phrases: translation.optional(),
      /** A profile field that is not saved yet, beside the others. */
      profileField: createProfileField.optional(),
      /** A social connector that is not saved yet, after the others. */
      socialConnector: z.strictObject({ connectorId, metadata: connectorMetadata.optional() }).optional(),
    }),
    response: z.looseObject({ language: z.string() }),
    status: 200,
    permission: 'sign-in-experience:read',
  },
  checkPassword: {
    method: 'post',
    path: '/sign-in-exp/default/check-password',
    summary: 'Check a password against the password policy; 400 with the issues',
    body: z.strictObject({ password: z.string().min(1).max(1024), userId: reference.optional() }),
    response: z.object({
      result: z.boolean(),
      issues: z
        .array(
          z.object({
            code: z.string(),
            interpolation: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
          }),
        )
        .optional(),
    }),
    status: 200,
    otherStatus: 400,
    permission: 'sign-in-experience:write',
    change: 'sign-in-experience',
    errors: ['entity.not_exists_with_id'],
  },
});
