import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { identifier, verification } from './experience.ts';
import { jsonObject, reference } from './fields.ts';
import { webAuthnTransports } from './mfa.ts';

const bytes = z.string().min(1).max(16_384);
const credential = {
  type: z.literal('WebAuthn'),
  id: bytes,
  rawId: bytes,
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: jsonObject,
};

/** The browser's response after a passkey is created. Binary parts are base64url. */
export const webAuthnRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.enum(webAuthnTransports)).optional(),
  }),
});
export type WebAuthnRegistration = z.infer<typeof webAuthnRegistration>;

/** The browser's response after a passkey is used. */
export const webAuthnAuthentication = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.string().optional(),
  }),
});
export type WebAuthnAuthentication = z.infer<typeof webAuthnAuthentication>;

/** The caller is the browser that holds the interaction cookie: no token. */
const permission = 'public';
const base = '/experience/verification/web-authn';
const verificationId = reference;

/** Passkeys as second factor. */
export const experiencePasskeys = defineRows({
  createRegistration: {
    method: 'post',
    path: `${base}/registration`,
    summary: 'Start passkey registration',
    response: z.object({ ...verification.shape, registrationOptions: jsonObject }),
    status: 200,
    permission,
    errors: ['session.identifier_not_found', 'session.mfa.mfa_factor_not_enabled'],
  },
  verifyRegistration: {
    method: 'post',
    path: `${base}/registration/verify`,
    summary: 'Complete passkey registration',
    body: z.strictObject({ verificationId, payload: webAuthnRegistration }),
    response: verification,
    status: 200,
    permission,
    errors: ['session.verification_session_not_found', 'session.mfa.webauthn_verification_failed'],
  },
  createAuthentication: {
    method: 'post',
    path: `${base}/authentication`,
    summary: 'Create a passkey challenge for the identified user',
    response: z.object({ ...verification.shape, authenticationOptions: jsonObject }),
    status: 200,
    permission,
    errors: ['session.identifier_not_found', 'session.mfa.webauthn_verification_not_found'],
  },
  verifyAuthentication: {
    method: 'post',
    path: `${base}/authentication/verify`,
    summary: 'Verify a passkey as MFA factor',
    body: z.strictObject({ verificationId, payload: webAuthnAuthentication }),
    response: verification,
    status: 200,
    permission,
    errors: [
      'session.verification_session_not_found',
      'session.mfa.webauthn_verification_failed',
      'session.verification_blocked_too_many_attempts',
    ],
  },
});

const signInBase = '/experience/verification/sign-in-passkey/authentication';

/** Passkeys as all that it takes to sign in. */
export const experiencePasskeySignIn = defineRows({
  prepare: {
    method: 'post',
    path: '/experience/preflight/sign-in-passkey/authentication',
    summary: 'Create a passkey challenge for browser autofill',
    response: z.object({ authenticationOptions: jsonObject }),
    status: 200,
    permission,
    errors: ['session.not_found', 'user.sign_in_method_not_enabled'],
  },
  create: {
    method: 'post',
    path: signInBase,
    summary: 'Create a passkey challenge for an identifier, alike for known and unknown users',
    body: z.strictObject({ identifier }),
    response: z.object({ ...verification.shape, authenticationOptions: jsonObject }),
    status: 200,
    permission,
    errors: ['session.captcha_required', 'session.interaction_not_found', 'user.sign_in_method_not_enabled'],
  },
  verify: {
    method: 'post',
    path: `${signInBase}/verify`,
    summary: 'Verify a passkey for sign-in',
    body: z.strictObject({ verificationId: verificationId.optional(), payload: webAuthnAuthentication }),
    response: verification,
    status: 200,
    permission,
    errors: [
      'session.passkey_sign_in.pending_info_not_found',
      'session.passkey_sign_in.sso_users_not_allowed',
      'session.mfa.webauthn_verification_failed',
      'session.verification_blocked_too_many_attempts',
      'user.suspended',
    ],
  },
});
