import { z } from 'zod';
import { applicationConsent } from './application-consent.ts';
import { defineRows } from './endpoint.ts';

/** Longer addresses name no application. */
export const maximumClientIdLength = 1024;

/** Whether the client ID is the URL of a metadata document, so that the client needs no registration. */
export const isClientDocument = (clientId: string) => clientId.startsWith('https://');

const config = z.strictObject({ enabled: z.boolean() });
export type CimdConfig = z.infer<typeof config>;

const { listScopes, addScopes, removeScope } = applicationConsent;
const path = '/cimd/user-consent-scopes';
const change = 'cimd';

/**
 * Applications without a registration: their client ID is the URL of a document that describes them (OAuth client ID
 * metadata document). They are third-party applications and share one set of allowed permissions.
 */
export const cimd = defineRows({
  readConfig: {
    method: 'get',
    path: '/configs/cimd',
    summary: 'Read the client ID metadata document settings',
    response: config,
    status: 200,
    permission: 'configs:read',
  },
  updateConfig: {
    method: 'patch',
    path: '/configs/cimd',
    summary: 'Update the client ID metadata document settings',
    body: z.strictObject(config.partial().shape),
    response: config,
    status: 200,
    permission: 'configs:write',
    change,
  },
  listScopes: {
    ...listScopes,
    path,
    summary: 'List the scopes that client ID metadata document clients can request',
    permission: 'configs:read',
  },
  addScopes: {
    ...addScopes,
    path,
    summary: 'Add scopes that client ID metadata document clients can request',
    permission: 'configs:write',
    change,
    errors: [
      'application.user_consent_scopes_not_found',
      'application.consent_management_api_scopes_not_allowed',
    ],
  },
  removeScope: {
    ...removeScope,
    path: `${path}/:scopeType/:scopeId`,
    summary: 'Remove a scope that client ID metadata document clients can request',
    permission: 'configs:write',
    change,
    unknown: ['guard.invalid_input', 'entity.not_found'],
  },
});
