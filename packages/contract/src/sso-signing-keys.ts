import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { samlCertificate } from './saml.ts';

const path = '/sso-connectors/:id/signing-keys';
const read = 'sso-connectors:read';
const write = 'sso-connectors:write';
const change = 'sso-connector';
const errors = ['connector.not_found'] as const;

/** The keys that sign requests to the identity provider of a SAML connector: one at a time, and the next one in good time. */
export const ssoSigningKeys = defineRows({
  list: {
    method: 'get',
    path,
    summary: 'List the signing keys of an enterprise connector',
    response: z.array(samlCertificate),
    status: 200,
    permission: read,
    errors,
  },
  create: {
    method: 'post',
    path,
    summary: 'Create a signing key for an enterprise connector',
    body: z.strictObject({ active: z.boolean().optional() }),
    response: samlCertificate,
    status: 201,
    permission: write,
    change,
    errors,
  },
  update: {
    method: 'patch',
    path: `${path}/:keyId`,
    summary: 'Activate or deactivate a signing key of an enterprise connector',
    body: z.strictObject({ active: z.boolean() }),
    response: samlCertificate,
    status: 200,
    permission: write,
    change,
    errors: [...errors, 'single_sign_on.can_not_deactivate_signing_key_in_use'],
  },
  delete: {
    method: 'delete',
    path: `${path}/:keyId`,
    summary: 'Delete a signing key of an enterprise connector',
    status: 204,
    permission: write,
    change,
    errors: [...errors, 'single_sign_on.can_not_delete_active_signing_key'],
  },
});
