import { z } from 'zod';
import { applicationConsent } from './application-consent.ts';
import { defineRows } from './endpoint.ts';

/** Longer addresses name no application. */
export const maximumClientIdLength = 1024;

/** Whether an application is named by the address of a document about it, instead of being registered. */
export const isClientDocument = (clientId: string) => clientId.startsWith('https://');

const config = z.strictObject({ enabled: z.boolean() });
export type CimdConfig = z.infer<typeof config>;

const { listScopes, addScopes, removeScope } = applicationConsent;
const path = '/cimd/user-consent-scopes';
const change = 'cimd';

/**
 * Applications that nobody registered: their client id is the address of a document that describes them (OAuth client id
 * metadata document). They are applications of others, and all have one ceiling.
 */
export const cimd = defineRows({
  readConfig: {
    method: 'get',
    path: '/configs/cimd',
    summary: 'Read whether applications may be named by the address of a document about them',
    response: config,
    status: 200,
    permission: 'configs:read',
  },
  updateConfig: {
    method: 'patch',
    path: '/configs/cimd',
    summary: 'Set whether applications may be named by the address of a document about them',
    body: z.strictObject(config.partial().shape),
    response: config,
    status: 200,
    permission: 'configs:write',
    change,
  },
  listScopes: {
    ...listScopes,
    path,
    summary: 'List what applications that nobody registered can ask users for',
    permission: 'configs:read',
  },
  addScopes: {
    ...addScopes,
    path,
    summary: 'Let applications that nobody registered ask users for more',
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
    summary: 'No longer let applications that nobody registered ask for a permission',
    permission: 'configs:write',
    change,
  },
});
