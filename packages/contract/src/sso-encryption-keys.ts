import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { samlCertificate } from './saml.ts';

const path = '/sso-connectors/:id/encryption-keys';
const read = 'sso-connectors:read';
const write = 'sso-connectors:write';
const change = 'sso-connector';
const errors = ['connector.not_found'] as const;

/**
 * The keys that open encrypted assertions. The newest is published and active; those before it open what identity providers
 * still encrypt for them.
 */
export const ssoEncryptionKeys = defineRows({
  list: {
    method: 'get',
    path,
    summary: 'List the encryption keys of an enterprise connector',
    response: z.array(samlCertificate),
    status: 200,
    permission: read,
    errors,
  },
  create: {
    method: 'post',
    path,
    summary: 'Rotate the encryption key of an enterprise connector',
    response: samlCertificate,
    status: 201,
    permission: write,
    change,
    errors,
  },
  delete: {
    method: 'delete',
    path: `${path}/:keyId`,
    summary: 'Delete an encryption key of an enterprise connector',
    status: 204,
    permission: write,
    change,
    errors: [...errors, 'application.saml.can_not_delete_active_secret'],
  },
});
