import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { verification } from './experience.ts';
import { reference } from './fields.ts';

/** The caller is the browser that holds the interaction cookie: no token. */
const permission = 'public';
const base = '/experience/verification';
const verificationId = reference;

const begin = z.strictObject({ state: z.string().min(1).max(256), redirectUri: z.url().max(2048) });
const begun = z.object({ ...verification.shape, authorizationUri: z.url() });
const answer = z.record(z.string(), z.unknown());
const beginErrors = [
  'session.invalid_connector_id',
  'connector.not_enabled',
  'connector.unexpected_type',
  'connector.invalid_config',
] as const;
const unknownConnector = [{ code: 'session.invalid_connector_id', status: 404 }] as const;

const verifyErrors = [
  ...beginErrors,
  'session.verification_session_not_found',
  'session.csrf_token_mismatch',
  'connector.general',
  'connector.authorization_failed',
  'connector.social_auth_code_invalid',
  'connector.social_invalid_id_token',
] as const;

/** Verifications with a social or enterprise account. */
export const experienceOutside = defineRows({
  beginSocial: {
    method: 'post',
    path: `${base}/social/:connectorId/authorization-uri`,
    summary: 'Create an authorization URI for social sign-in',
    body: begin,
    response: begun,
    status: 200,
    permission,
    errors: beginErrors,
    unknown: unknownConnector,
  },
  verifySocial: {
    method: 'post',
    path: `${base}/social/:connectorId/verify`,
    summary: "Verify a social account with the provider's callback",
    body: z.strictObject({ connectorData: answer, verificationId: verificationId.optional() }),
    response: verification,
    status: 200,
    permission,
    unknown: unknownConnector,
    errors: verifyErrors,
  },
  beginSso: {
    method: 'post',
    path: `${base}/sso/:connectorId/authorization-uri`,
    summary: 'Create an authorization URI for enterprise SSO',
    body: begin,
    response: begun,
    status: 200,
    permission,
    errors: beginErrors,
    unknown: unknownConnector,
  },
  verifySso: {
    method: 'post',
    path: `${base}/sso/:connectorId/verify`,
    summary: "Verify an enterprise account with the provider's callback",
    body: z.strictObject({ connectorData: answer, verificationId }),
    response: verification,
    status: 200,
    permission,
    unknown: unknownConnector,
    errors: verifyErrors,
  },
});
