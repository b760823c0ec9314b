import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { jsonObject } from './fields.ts';
import { ssoDomains } from './sso-connectors.ts';

/**
 * The state of a test begins so. The answer of the provider comes to the address that it knows, the one of all sign-ins, and
 * is sent on to the console from there.
 */
export const testStatePrefix = 'gatehouse-test.';

const begun = z.object({ redirectTo: z.url(), state: z.string() });

/** The parameters that the provider sent back, as they came. */
const connectorData = z.looseObject({ state: z.string().startsWith(testStatePrefix).max(256) });

/**
 * `signs_in`: the account belongs to a user, or is linked to one. `asks_to_link`: a user has the same address or number, and
 * is asked. `registers`: there would be a new user.
 */
export const testOutcomes = ['signs_in', 'asks_to_link', 'registers'] as const;

const testResult = z.object({
  account: z.object({
    id: z.string(),
    name: z.string().optional(),
    /** Only if the provider may vouch for it. */
    email: z.string().optional(),
    phone: z.string().optional(),
    avatar: z.string().optional(),
  }),
  /** Everything that the provider said about the account. */
  claims: jsonObject,
  outcome: z.enum(testOutcomes),
  /** The user, for callers that may read users. */
  user: z
    .object({ id: z.string(), name: z.string().nullable(), primaryEmail: z.string().nullable() })
    .optional(),
});
export type TestSignInResult = z.infer<typeof testResult>;

const errors = [
  'connector.invalid_config',
  'connector.general',
  'connector.authorization_failed',
  'connector.social_auth_code_invalid',
] as const;

/**
 * A sign-in for real at a provider, up to what it says about the account. It creates no user and no session, and works before
 * users can see the connector. Only the caller that began it can finish it.
 */
export const testSignIns = defineRows({
  beginSocial: {
    method: 'post',
    path: '/connectors/:connectorId/test-sign-in',
    summary: 'Start a test sign-in with a social connector',
    response: begun,
    status: 200,
    permission: 'connectors:write',
    errors: [...errors, 'connector.unexpected_type', 'session.invalid_connector_id'],
    unknown: [{ code: 'session.invalid_connector_id', status: 404 }],
  },
  finishSocial: {
    method: 'post',
    path: '/connectors/:connectorId/test-sign-in/result',
    summary: 'Read the result of a test sign-in with a social connector; no user is created',
    body: z.strictObject({ connectorData }),
    response: testResult,
    status: 200,
    permission: 'connectors:write',
    errors: [...errors, 'connector.unexpected_type', 'session.invalid_connector_id'],
    unknown: [{ code: 'session.invalid_connector_id', status: 404 }],
  },
  beginSso: {
    method: 'post',
    path: '/sso-connectors/:ssoConnectorId/test-sign-in',
    summary: 'Start a test sign-in with an enterprise connector',
    response: begun,
    status: 200,
    permission: 'sso-connectors:write',
    errors: [...errors, 'connector.not_found'],
    unknown: [{ code: 'connector.not_found', status: 404 }],
  },
  finishSso: {
    method: 'post',
    path: '/sso-connectors/:ssoConnectorId/test-sign-in/result',
    summary: 'Read the result of a test sign-in with an enterprise connector; no user is created',
    body: z.strictObject({
      connectorData,
      /** The email domains to assume, if they are not saved yet. */
      domains: ssoDomains.optional(),
    }),
    response: testResult,
    status: 200,
    permission: 'sso-connectors:write',
    errors: [
      'connector.social_invalid_id_token',
      ...errors,
      'connector.not_found',
      'single_sign_on.forbidden_domains',
    ],
    unknown: [{ code: 'connector.not_found', status: 404 }],
  },
});
