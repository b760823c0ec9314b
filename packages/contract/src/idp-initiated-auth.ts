import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { id, reference, timestamp } from './fields.ts';

const parameters = z.record(z.string().max(128), z.string().max(1024));

/** Settings for a sign-in that the identity provider starts (IdP-initiated). */
const settable = z.discriminatedUnion('autoSendAuthorizationRequest', [
  z.strictObject({
    autoSendAuthorizationRequest: z.literal(true),
    defaultApplicationId: reference,
    redirectUri: z.url().max(2048).optional(),
    authParameters: parameters.optional(),
  }),
  z.strictObject({
    autoSendAuthorizationRequest: z.literal(false),
    defaultApplicationId: reference,
    clientIdpInitiatedAuthCallbackUri: z.url({ protocol: /^https?$/ }).max(2048),
  }),
]);

const idpInitiatedAuthConfig = z.object({
  tenantId: id,
  connectorId: z.string(),
  defaultApplicationId: id,
  redirectUri: z.string().nullable(),
  authParameters: parameters,
  autoSendAuthorizationRequest: z.boolean(),
  clientIdpInitiatedAuthCallbackUri: z.string().nullable(),
  createdAt: timestamp,
});
export type IdpInitiatedAuthConfig = z.infer<typeof idpInitiatedAuthConfig>;

const path = '/sso-connectors/:id/idp-initiated-auth-config';

export const idpInitiatedAuth = defineRows({
  upsert: {
    method: 'put',
    path,
    summary: 'Set the IdP-initiated sign-in settings',
    body: settable,
    response: idpInitiatedAuthConfig,
    status: 200,
    permission: 'sso-connectors:write',
    change: 'sso-connector',
    quota: ['idpInitiatedSsoEnabled'],
    errors: [
      'single_sign_on.idp_initiated_authentication_not_supported',
      'single_sign_on.idp_initiated_authentication_invalid_application_type',
      'single_sign_on.idp_initiated_authentication_redirect_uri_not_registered',
    ],
  },
  read: {
    method: 'get',
    path,
    summary: 'Read the IdP-initiated sign-in settings',
    response: idpInitiatedAuthConfig,
    status: 200,
    permission: 'sso-connectors:read',
  },
  delete: {
    method: 'delete',
    path,
    summary: 'Turn off IdP-initiated sign-in',
    status: 204,
    permission: 'sso-connectors:write',
    change: 'sso-connector',
  },
});
