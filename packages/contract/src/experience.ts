import { z } from 'zod';
import { acrValues } from './authentication-levels.ts';
import { branding } from './branding.ts';
import { defineRows } from './endpoint.ts';
import { idList, timestamp } from './fields.ts';
import { mfaFactors } from './mfa.ts';
import { email, phone, username } from './patterns.ts';
import { signInIdentifiers } from './sign-in-experience.ts';
import { signInParameters } from './sign-in-parameters.ts';
import { uploadRow } from './user-assets.ts';
import { user } from './users.ts';

export const interactionEvents = ['SignIn', 'Register', 'ForgotPassword'] as const;
export const interactionEvent = z.enum(interactionEvents);
export type InteractionEvent = z.infer<typeof interactionEvent>;

export const verificationTypes = [
  'Password',
  'EmailVerificationCode',
  'PhoneVerificationCode',
  'MfaEmailVerificationCode',
  'MfaPhoneVerificationCode',
  'Social',
  'EnterpriseSso',
  'Totp',
  'WebAuthn',
  'BackupCode',
  'NewPasswordIdentity',
  'OneTimeToken',
  'SignInPasskey',
] as const;
export type VerificationType = (typeof verificationTypes)[number];

export const identifier = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('username'), value: username }),
  z.strictObject({ type: z.literal('email'), value: email }),
  z.strictObject({ type: z.literal('phone'), value: phone }),
]);
export type Identifier = z.infer<typeof identifier>;

/** An identifier that the user has proved to own is named by its verification. */
export const verifiedProfile = z.strictObject({
  type: z.enum(['email', 'phone', 'social']),
  verificationId: z
    .string({ error: 'validation.verification_id' })
    .min(1, { error: 'validation.verification_id' }),
});

export const verification = z.object({ verificationId: z.string() });
export const redirect = z.object({ redirectTo: z.string() });

/** The level comes with it where the user cannot reach it: the application gets an error instead of a sign-in. */
const submitted = redirect.extend({ unmetAcr: z.enum(acrValues).optional() });

/** The requirements for the first screen of an event, derived from the tenant's rules. */
export const firstStep = z.object({
  /** The verification methods to start with for each identifier, the preferred one first. */
  identifiers: z.array(
    z.object({ identifier: z.enum(signInIdentifiers), proofs: z.array(z.enum(verificationTypes)) }),
  ),
  terms: z.enum(['none', 'shown', 'agree']),
  captcha: z.boolean(),
});
export type FirstStep = z.infer<typeof firstStep>;

/** The answer to the next step. */
const pending = z.object({ code: z.string(), data: z.record(z.string(), z.unknown()).optional() });

const outsideAccount = z.object({
  id: z.string(),
  name: z.string().optional(),
  avatar: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
});

export const interaction = z.object({
  interactionEvent,
  userId: z.string().optional(),
  profile: user
    .pick({ username: true, primaryEmail: true, primaryPhone: true, name: true, avatar: true })
    .partial(),
  verificationRecords: z
    .array(
      z.object({
        id: z.string(),
        type: z.enum(verificationTypes),
        verified: z.boolean(),
        /** The connector of a social or enterprise account, and the claims that its provider sent. */
        connectorId: z.string().optional(),
        target: z.string().optional(),
        issuer: z.string().optional(),
        socialUserInfo: outsideAccount.optional(),
        enterpriseSsoUserInfo: outsideAccount.optional(),
        /** Whose address, number or name it is about. */
        identifier: z.object({ type: z.enum(signInIdentifiers), value: z.string() }).optional(),
        /** When its code was sent. */
        sentAt: timestamp.optional(),
      }),
    )
    .optional(),
  /** The result of continuing now: the reason it fails, or what is missing. Empty while the user is not identified. */
  pending: pending.optional(),
  /** Choices about MFA in this interaction, and the factors to be set up. */
  mfa: z.object({
    mfaSkipped: z.boolean(),
    mfaEnabled: z.boolean(),
    additionalBindingSuggestionSkipped: z.boolean(),
    passkeySkipped: z.boolean(),
    newFactors: z.array(z.enum(mfaFactors)),
  }),
  /** Skipped: the proof stands for the captcha. */
  captcha: z.object({ verified: z.boolean(), skipped: z.boolean() }),
  firstStep,
  parameters: signInParameters,
});
export type Interaction = z.infer<typeof interaction>;

const resourceScopes = z.object({
  resource: z.object({ id: z.string(), name: z.string(), indicator: z.string() }),
  scopes: z.array(z.object({ id: z.string(), name: z.string(), description: z.string().nullable() })),
});

export const consent = z.object({
  application: z.object({
    id: z.string(),
    name: z.string(),
    branding: branding.optional(),
    displayName: z.string().nullable().optional(),
    privacyPolicyUrl: z.string().nullable().optional(),
    termsOfUseUrl: z.string().nullable().optional(),
  }),
  user: user.pick({
    id: true,
    name: true,
    avatar: true,
    username: true,
    primaryEmail: true,
    primaryPhone: true,
  }),
  organizations: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        missingResourceScopes: z.array(resourceScopes).optional(),
      }),
    )
    .optional(),
  missingOIDCScope: z.array(z.string()).optional(),
  missingResourceScopes: z.array(resourceScopes).optional(),
  redirectUri: z.string(),
});
export type Consent = z.infer<typeof consent>;

/** The caller is the browser that holds the interaction cookie: no token. */
const permission = 'public';

export const experience = defineRows({
  start: {
    method: 'put',
    path: '/experience',
    summary: 'Start or restart an interaction',
    body: z.strictObject({ interactionEvent, captchaToken: z.string().optional() }),
    status: 204,
    permission,
    errors: ['session.not_found', 'session.captcha_failed', 'auth.forbidden'],
  },
  changeEvent: {
    method: 'put',
    path: '/experience/interaction-event',
    summary: 'Change the event of the interaction and keep its verifications',
    body: z.strictObject({ interactionEvent }),
    status: 204,
    permission,
    errors: [
      'session.interaction_not_found',
      'session.not_supported_for_forgot_password',
      'session.identity_conflict',
      'auth.forbidden',
    ],
  },
  read: {
    method: 'get',
    path: '/experience/interaction',
    summary: 'Read the state of the interaction',
    response: interaction,
    status: 200,
    permission,
    errors: ['session.not_found', 'session.interaction_not_found'],
  },
  findSsoConnectors: {
    method: 'get',
    path: '/experience/sso-connectors',
    summary: 'Find the enterprise SSO connectors for an email address',
    query: z.object({ email }),
    response: z.object({ connectorIds: z.array(z.string()) }),
    status: 200,
    permission,
    errors: ['session.not_found'],
  },
  uploadAvatar: uploadRow('/experience/user-assets/avatar', permission),
  identify: {
    method: 'post',
    path: '/experience/identification',
    summary: 'Identify the user, or create one at sign-up',
    body: z.strictObject({
      verificationId: z.string().min(1).optional(),
      linkSocialIdentity: z.boolean().optional(),
    }),
    /** Registering: what the profile still lacks before submitting makes the user. */
    response: z.object({ pending }).optional(),
    status: 201,
    otherStatus: 204,
    permission,
    errors: [
      'user.email_already_in_use',
      'user.identity_not_exist',
      'user.identity_already_in_use',
      'session.verification_failed',
      'session.verification_session_not_found',
      'session.identity_conflict',
      'session.invalid_interaction_type',
      'user.suspended',
      'user.user_not_exist',
      'user.missing_profile',
      'user.sign_in_method_not_enabled',
      'one_time_token.interaction_event_mismatch',
      'auth.forbidden',
    ],
  },
  submit: {
    method: 'post',
    path: '/experience/submit',
    summary:
      'Complete the interaction; `keepAccount` cancels a scheduled deletion, which otherwise blocks the sign-in',
    body: z.strictObject({ keepAccount: z.boolean().optional() }),
    response: submitted,
    status: 200,
    permission,
    errors: [
      'session.identifier_not_found',
      'session.mfa.require_mfa_verification',
      'session.mfa.suggest_additional_mfa',
      'session.mfa.backup_code_required',
      'user.missing_mfa',
      'user.missing_profile',
      'user.suggest_mfa',
      'user.new_password_required_in_profile',
      'user.passkey_preferred',
      'user.suspended',
    ],
  },
});

export const interactionRows = defineRows({
  keepAccount: {
    method: 'post',
    path: '/interaction/account',
    summary: 'Continue with the account that is signed in',
    response: redirect,
    status: 200,
    permission,
    errors: ['session.not_found'],
  },
  readConsent: {
    method: 'get',
    path: '/interaction/consent',
    summary: 'Read the consent request of an application',
    response: consent,
    status: 200,
    permission,
    errors: ['session.not_found'],
  },
  grantConsent: {
    method: 'post',
    path: '/interaction/consent',
    summary: 'Consent to the requested scopes',
    body: z.strictObject({ organizationIds: idList.optional() }),
    response: redirect,
    status: 200,
    permission,
    errors: ['session.not_found'],
  },
  denyConsent: {
    method: 'delete',
    path: '/interaction/consent',
    summary: 'Deny the consent request of an application',
    response: redirect,
    status: 200,
    permission,
    errors: ['session.not_found'],
  },
});
