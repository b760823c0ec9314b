import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { reference } from './fields.ts';
import { mfaFactors } from './mfa.ts';
import { refusalSettings } from './refusals.ts';

/** A sign-in method as a user would choose it on the first page. */
export const checkedMethods = [
  'username_password',
  'email_password',
  'phone_password',
  'email_code',
  'phone_code',
  'passkey',
  'social',
  'enterprise_sso',
] as const;
export type CheckedMethod = (typeof checkedMethods)[number];

/** The gates of a sign-in, in the order in which users pass them. */
export const signInGates = [
  'identifier',
  'proof',
  'risk',
  'mfa',
  'profile',
  'script',
  'application',
  'consent',
] as const;
export type SignInGate = (typeof signInGates)[number];

/** The gates of the rules that decide about sign-ins. Those that are not named are about MFA. */
export const gatesOfRules: Readonly<Record<string, SignInGate>> = {
  modeForbids: 'identifier',
  isSsoOnly: 'identifier',
  isBlocklisted: 'identifier',
  isTaken: 'identifier',
  isUnknown: 'identifier',
  isSuspended: 'identifier',
  isOtherUser: 'identifier',
  methodIsOff: 'proof',
  captchaFails: 'proof',
  captchaIsMissing: 'proof',
  missesProfile: 'profile',
  missesNewPassword: 'profile',
  isLeaving: 'profile',
};

/** Reasons that no error code names, because only an administrator may know them. */
export const checkReasons = [
  'no_identifier',
  'no_password',
  'no_passkey',
  'no_email_connector',
  'no_sms_connector',
  'captcha_asked',
  'script_decides',
  'consent_asked',
] as const;
export type CheckReason = (typeof checkReasons)[number];

/** `unreached`: a gate before this one is closed. */
const gateStates = ['open', 'asked', 'closed', 'unreached'] as const;
export type GateState = (typeof gateStates)[number];

/** Signals that make a sign-in unusual for its user. */
export const signInRisks = ['newDevice', 'newCountry', 'longInactivity', 'failedAttempts'] as const;

const note = z.object({
  state: z.enum(['asked', 'closed']),
  /** An error code that the sign-in page gets, or a reason that only administrators see. */
  code: z.string(),
  /** The rule of the sign-in decision that stops the user, as in the trace of a log entry. */
  rule: z.string().optional(),
  setting: z.enum(refusalSettings).optional(),
  factors: z.array(z.enum(mfaFactors)).optional(),
  missingProfile: z.array(z.string()).optional(),
  because: z.array(z.enum(signInRisks)).optional(),
  isSkippable: z.boolean().optional(),
});
export type GateNote = z.infer<typeof note>;

const checkedSignIn = z.object({
  method: z.enum(checkedMethods),
  /** The connector of a social or enterprise SSO account. */
  target: z.string().optional(),
  isAllowed: z.boolean(),
  gates: z.array(z.object({ gate: z.enum(signInGates), state: z.enum(gateStates), notes: z.array(note) })),
});
export type CheckedSignIn = z.infer<typeof checkedSignIn>;

/** The application, and where the user is. */
export const signInPlace = z.object({
  applicationId: reference.optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  device: z.enum(['known', 'new']).default('new'),
});

export const signInCheck = defineRows({
  checkSignIn: {
    method: 'get',
    path: '/users/:userId/sign-in-check',
    summary: 'Check what would happen if a user signed in now',
    query: signInPlace,
    response: z.array(checkedSignIn),
    status: 200,
    permission: 'users:read',
    shows: ['applications:read', 'sign-in-experience:read'],
  },
});
