import { z } from 'zod';
import { defineRows, type Rows } from './endpoint.ts';
import { samlCertificate } from './saml.ts';
import { unknownConnector } from './sso-connectors.ts';

const unknownKey = [...unknownConnector, 'entity.not_exists_with_id', 'entity.not_found'] as const;

/** The rows that the keys of an enterprise connector share, whatever they are for. */
const keyRows = <const Name extends string>(name: Name, noun: string) => {
  const path = `/sso-connectors/:id/${name}` as const;
  const write = { permission: 'sso-connectors:write', change: 'sso-connector' } as const;
  return {
    list: {
      method: 'get',
      path,
      summary: `List the ${noun}s of an enterprise connector`,
      response: z.array(samlCertificate),
      status: 200,
      permission: 'sso-connectors:read',
      unknown: unknownConnector,
    },
    create: {
      method: 'post',
      path,
      summary: `Create ${articleOf(noun)} ${noun} for an enterprise connector`,
      response: samlCertificate,
      status: 201,
      unknown: unknownConnector,
      ...write,
    },
    delete: {
      method: 'delete',
      path: `${path}/:keyId`,
      summary: `Delete ${articleOf(noun)} ${noun} of an enterprise connector`,
      status: 204,
      unknown: unknownKey,
      ...write,
    },
  } as const satisfies Rows;
};

const articleOf = (noun: string) => (noun.startsWith('e') ? 'an' : 'a');

const encryption = keyRows('encryption-keys', 'encryption key');

/**
 * The keys that open encrypted assertions. The newest is published and active; those before it open what identity providers
 * still encrypt for them.
 */
export const ssoEncryptionKeys = defineRows({
  ...encryption,
  create: { ...encryption.create, summary: 'Rotate the encryption key of an enterprise connector' },
  delete: { ...encryption.delete, errors: ['application.saml.can_not_delete_active_secret'] },
});

const signing = keyRows('signing-keys', 'signing key');

/** The keys that sign requests to the identity provider of a SAML connector: one at a time, and the next one in good time. */
export const ssoSigningKeys = defineRows({
  ...signing,
  create: { ...signing.create, body: z.strictObject({ active: z.boolean().optional() }) },
  update: {
    method: 'patch',
    path: `${signing.list.path}/:keyId`,
    summary: 'Activate or deactivate a signing key of an enterprise connector',
    body: z.strictObject({ active: z.boolean() }),
    response: samlCertificate,
    status: 200,
    permission: 'sso-connectors:write',
    change: 'sso-connector',
    unknown: unknownKey,
    errors: ['single_sign_on.can_not_deactivate_signing_key_in_use'],
  },
  delete: { ...signing.delete, errors: ['single_sign_on.can_not_delete_active_signing_key'] },
});
