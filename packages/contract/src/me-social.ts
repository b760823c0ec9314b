import { z } from 'zod';
import { connectorId } from './connectors.ts';
import { defineRows } from './endpoint.ts';
import { linkIdentityBody } from './user-identities.ts';
import { publicSignInExperience } from './well-known.ts';

const permission = 'me';
const change = 'user';

/** The accounts that the signed-in administrator has with social providers. */
export const meSocial = defineRows({
  listConnectors: {
    method: 'get',
    path: '/me/social/connectors',
    summary: 'List the social connectors for sign-in',
    response: publicSignInExperience.shape.socialConnectors,
    status: 200,
    permission,
  },
  createAuthorizationUri: {
    method: 'post',
    path: '/me/social/authorization-uri',
    summary: 'Create an authorization URI to link an account',
    body: z.strictObject({ connectorId, state: z.string().min(1).max(256), redirectUri: z.url().max(2048) }),
    response: z.object({ redirectTo: z.url() }),
    status: 200,
    permission,
    errors: [
      'session.verification_failed',
      'session.invalid_connector_id',
      'connector.unexpected_type',
      'connector.invalid_config',
    ],
  },
  linkIdentity: {
    method: 'post',
    path: '/me/social/link-identity',
    summary: "Link the account from the provider's callback",
    body: linkIdentityBody,
    status: 204,
    permission,
    change,
    errors: [
      'session.verification_failed',
      'session.invalid_connector_id',
      'connector.unexpected_type',
      'connector.authorization_failed',
      'connector.social_auth_code_invalid',
      'user.identity_already_in_use',
    ],
  },
  unlinkIdentity: {
    method: 'delete',
    path: '/me/social/identity/:connectorId',
    summary: 'Unlink the account of a connector',
    status: 204,
    permission,
    change,
    errors: ['session.verification_failed', 'user.identity_not_exist', 'user.last_sign_in_method_required'],
  },
});
