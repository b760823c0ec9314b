import { z } from 'zod';
import { connectorId } from './connectors.ts';
import { defineRows, queryFlag } from './endpoint.ts';
import { jsonObject, timestamp } from './fields.ts';
import { mfaFactors } from './mfa.ts';
import { identities, ssoIdentity, user } from './users.ts';

/** A second factor as lists show it: nothing that would let one pass as the user. */
export const mfaView = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().optional(),
  type: z.enum(mfaFactors),
  agent: z.string().optional(),
  name: z.string().optional(),
  remainCodes: z.number().int().optional(),
});
export type MfaView = z.infer<typeof mfaView>;

const createFactor = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Totp'), secret: z.string().max(256).optional() }),
  z.strictObject({
    type: z.literal('BackupCode'),
    codes: z.array(z.string().max(256)).min(1).max(100).optional(),
  }),
]);

const createdFactor = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Totp'), secret: z.string(), secretQrCode: z.string() }),
  z.object({ type: z.literal('BackupCode'), codes: z.array(z.string()) }),
]);

const identity = identities.valueType;

/** Metadata of stored tokens. Only the account API returns the tokens themselves, to their user. */
const tokenSecret = z.object({
  tenantId: z.string(),
  id: z.string(),
  userId: z.string(),
  type: z.string(),
  metadata: z.object({
    scope: z.string().optional(),
    expiresAt: z.number().optional(),
    tokenType: z.string().optional(),
    hasRefreshToken: z.boolean(),
  }),
  identityId: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type TokenSecret = z.infer<typeof tokenSecret>;
const socialTokenSecret = tokenSecret.extend({ connectorId: z.string(), target: z.string() });
export type SocialTokenSecret = z.infer<typeof socialTokenSecret>;
const ssoTokenSecret = tokenSecret.extend({ ssoConnectorId: z.string(), issuer: z.string() });
export type SsoTokenSecret = z.infer<typeof ssoTokenSecret>;
const withTokens = z.object({ includeTokenSecret: queryFlag.optional() });
const read = 'users:read';
const write = 'users:write';

export const userIdentities = defineRows({
  readIdentity: {
    method: 'get',
    path: '/users/:userId/identities/:target',
    summary: 'Read a social account of a user',
    query: withTokens,
    response: z.object({ identity, tokenSecret: socialTokenSecret.optional() }),
    status: 200,
    permission: read,
    errors: ['user.identity_not_exist'],
  },
  updateIdentity: {
    method: 'put',
    path: '/users/:userId/identities/:target',
    summary: 'Set a social account of a user',
    body: z.strictObject({ userId: z.string().min(1).max(256), details: jsonObject.optional() }),
    response: identities,
    status: 200,
    otherStatus: 201,
    permission: write,
    change: 'user',
    errors: ['user.identity_already_in_use'],
  },
  deleteIdentity: {
    method: 'delete',
    path: '/users/:userId/identities/:target',
    summary: 'Unlink a social account of a user',
    response: user,
    status: 200,
    permission: write,
    change: 'user',
    errors: ['user.identity_not_exist'],
  },
  readSsoIdentity: {
    method: 'get',
    path: '/users/:userId/sso-identities/:ssoConnectorId',
    summary: 'Read an enterprise account of a user',
    query: withTokens,
    response: z.object({ ssoIdentity, tokenSecret: ssoTokenSecret.optional() }),
    status: 200,
    permission: read,
    errors: ['user.enterprise_sso_identity_not_exists'],
  },
  listIdentities: {
    method: 'get',
    path: '/users/:userId/all-identities',
    summary: 'List the social and enterprise accounts of a user',
    query: withTokens,
    response: z.object({
      socialIdentities: z.array(
        z.object({ target: z.string(), identity, tokenSecret: socialTokenSecret.optional() }),
      ),
      ssoIdentities: z.array(
        z.object({ ssoConnectorId: z.string(), ssoIdentity, tokenSecret: ssoTokenSecret.optional() }),
      ),
    }),
    status: 200,
    permission: read,
  },
});

/** Links a social account: the response of the provider, with the state and the redirect URI of the request. */
export const linkIdentityBody = z.strictObject({
  connectorId,
  connectorData: z.looseObject({ state: z.string().max(256), redirectUri: z.url().max(2048) }),
});

/** The same from a caller that has compared the state; native connectors have no redirect URI. */
export const linkForUserBody = z.strictObject({
  connectorId,
  connectorData: linkIdentityBody.shape.connectorData.partial(),
});

export const userLinks = defineRows({
  linkIdentity: {
    method: 'post',
    path: '/users/:userId/identities',
    summary: "Link the account from a social provider's callback to a user",
    body: linkForUserBody,
    response: identities,
    status: 200,
    permission: write,
    change: 'user',
    errors: [
      'session.invalid_connector_id',
      'connector.unexpected_type',
      'connector.authorization_failed',
      'connector.invalid_response',
      'connector.social_auth_code_invalid',
      'connector.social_invalid_id_token',
      'user.identity_already_in_use',
    ],
  },
});

export const userFactors = defineRows({
  listMfaVerifications: {
    method: 'get',
    path: '/users/:userId/mfa-verifications',
    summary: 'List the MFA factors of a user',
    response: z.array(mfaView),
    status: 200,
    permission: read,
  },
  createMfaVerification: {
    method: 'post',
    path: '/users/:userId/mfa-verifications',
    summary: 'Add an MFA factor to a user',
    body: createFactor,
    response: createdFactor,
    status: 200,
    permission: write,
    change: 'user',
    errors: [
      'user.totp_already_in_use',
      'user.totp_secret_invalid',
      'user.backup_code_already_in_use',
      'user.wrong_backup_code_format',
      'session.mfa.backup_code_can_not_be_alone',
    ],
  },
  deleteMfaVerification: {
    method: 'delete',
    path: '/users/:userId/mfa-verifications/:verificationId',
    summary: 'Remove an MFA factor of a user',
    status: 204,
    permission: write,
    change: 'user',
  },
});
