import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { managementPermissions } from './management-permissions.ts';
import { mfaFactors } from './mfa.ts';
import { refusalSettings } from './refusals.ts';
import { checkedMethods, signInPlace } from './sign-in-check.ts';
import { signInIdentifiers } from './sign-in-experience.ts';

/** Changes that can let a sign-in through. The later in the list, the more others they affect. */
export const signInChangeKinds = [
  'end_lockout',
  'reactivate_user',
  'keep_account',
  'keep_password',
  'set_password',
  'add_identifier',
  'admit_user',
  'add_to_organization',
  'assign_organization_role',
  'assign_role',
  'remove_factors',
  'skip_mfa',
  'organization_without_mfa',
  'lower_level',
  'open_application',
  'release_domain',
  'enable_factor',
  'enable_passkeys',
  'enable_method',
  'enable_sso',
  'allow_sign_in',
  'disable_adaptive_mfa',
  'disable_factor',
  'relax_organization_mfa',
  'relax_mfa',
  'disable_captcha',
  'stop_password_expiration',
  'disable_sso',
] as const;
export type SignInChangeKind = (typeof signInChangeKinds)[number];

/** A question that the user cannot answer: the code of a note of the check, or the error of a failed sign-in. */
export const stuckReasons = [
  'session.invalid_credentials',
  'captcha_asked',
  'session.mfa.require_mfa_verification',
  'user.missing_mfa',
  'session.mfa.backup_code_required',
  'user.missing_profile',
  'user.deletion_pending',
] as const;
export type StuckReason = (typeof stuckReasons)[number];

/** Fields whose value only the caller can know. */
const filledFields = ['password', 'username', 'primaryEmail', 'primaryPhone'] as const;
export type FilledField = (typeof filledFields)[number];

const changeRequest = z.object({
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  /** Relative to the management API. */
  path: z.string(),
  body: z.record(z.string(), z.unknown()).optional(),
  /** A field that you add to the body, because only you know its value. */
  fill: z.enum(filledFields).optional(),
});
export type ChangeRequest = z.infer<typeof changeRequest>;

const namedObject = z.object({ id: z.string(), name: z.string() });

/** Reasons why the caller cannot make a change. */
const changeObstacles = ['permission', 'managed_as_code', 'approval', 'plan'] as const;

const signInChange = z.object({
  kind: z.enum(signInChangeKinds),
  /** The screen of the setting. */
  setting: z.enum(refusalSettings),
  /** The organization, role or connector that the change is about. */
  object: namedObject.optional(),
  /** The organization in which the role is assigned. */
  organization: namedObject.optional(),
  identifier: z.enum(signInIdentifiers).optional(),
  factor: z.enum(mfaFactors).optional(),
  /** Other users who are affected. `isCapped`: there are more than that. */
  affects: z.object({ count: z.number().int(), isCapped: z.boolean() }).optional(),
  permission: z.enum(managementPermissions),
  obstacle: z.enum(changeObstacles).optional(),
  /** Whether its requests can be added to a draft. */
  canBeDrafted: z.boolean(),
  requests: z.array(changeRequest),
});
export type SignInChange = z.infer<typeof signInChange>;

const suggestion = z.object({ changes: z.array(signInChange) });

export const signInChanges = defineRows({
  listSignInChanges: {
    method: 'get',
    path: '/users/:userId/sign-in-check/changes',
    summary: 'List the smallest changes that would let a user sign in',
    query: signInPlace.extend({
      method: z.enum(checkedMethods),
      /** The connector of a social or enterprise SSO account. */
      target: z.string().max(256).optional(),
      stuckOn: z.enum(stuckReasons).optional(),
    }),
    response: z.array(suggestion),
    status: 200,
    permission: 'users:read',
    shows: [
      'applications:read',
      'organizations:read',
      'roles:read',
      'sign-in-experience:read',
      'sso-connectors:read',
    ],
  },
});
