import { z } from 'zod';
import { application, applicationName } from './applications.ts';
import { crud, defineRows } from './endpoint.ts';
import { timestamp, webUrl } from './fields.ts';
import { samlApplicationConfig, samlCertificate } from './saml.ts';

/** An application that we sign people in to by SAML: its own fields, and how it talks SAML. */
export const samlApplication = application
  .omit({
    secret: true,
    oidcClientMetadata: true,
    customClientMetadata: true,
    protectedAppMetadata: true,
  })
  .extend(samlApplicationConfig.shape)
  .extend({
    /** When its metadata was last read, and why it could not be since. */
    metadataRefreshedAt: timestamp.nullable(),
    metadataError: z.string().nullable(),
  });
export type SamlApplication = z.infer<typeof samlApplication>;

const settable = {
  ...application.pick({ description: true, customData: true, appLevelAccessControlEnabled: true }).partial()
    .shape,
  ...samlApplicationConfig.partial().shape,
};

const read = 'applications:read';
const write = 'applications:write';
const change = 'application';
const onlySaml = ['application.saml.saml_application_only'] as const;
const settingErrors = [
  'application.saml.invalid_metadata',
  'application.saml.invalid_certificate_pem_format',
  'application.saml.encryption_requires_rsa',
  'application.saml.entity_id_in_use',
] as const;

const { list: _, ...plain } = crud({
  kind: 'application',
  path: '/saml-applications',
  entity: samlApplication,
  create: z.strictObject({ name: applicationName, ...settable }),
  update: z.strictObject({ name: applicationName.optional(), ...settable }),
  names: ['a SAML application', 'SAML applications'],
});

export const samlApplications = defineRows({
  create: {
    ...plain.create,
    quota: ['samlApplicationsLimit'],
    errors: [...settingErrors, 'application.saml.acs_url_binding_not_supported'],
  },
  read: { ...plain.read, errors: onlySaml },
  update: { ...plain.update, errors: [...onlySaml, ...settingErrors] },
  delete: { ...plain.delete, errors: onlySaml },
  importMetadata: {
    method: 'post',
    path: '/saml-applications/:id/import-metadata',
    summary: 'Import the metadata of the service provider of a SAML application',
    body: z.union([
      z.strictObject({ url: webUrl }),
      z.strictObject({ xml: z.string().min(1).max(1_048_576) }),
    ]),
    response: samlApplication,
    status: 200,
    permission: write,
    change,
    errors: [...onlySaml, 'application.saml.invalid_metadata', 'application.saml.entity_id_in_use'],
  },
  refreshMetadata: {
    method: 'post',
    path: '/saml-applications/:id/refresh-metadata',
    summary: 'Refresh the metadata of the service provider of a SAML application',
    response: samlApplication,
    status: 200,
    permission: write,
    change,
    errors: [...onlySaml, 'application.saml.invalid_metadata', 'application.saml.metadata_url_required'],
  },
  listSecrets: {
    method: 'get',
    path: '/saml-applications/:id/secrets',
    summary: 'List the signing certificates of a SAML application',
    response: z.array(samlCertificate),
    status: 200,
    permission: read,
    errors: onlySaml,
  },
  createSecret: {
    method: 'post',
    path: '/saml-applications/:id/secrets',
    summary: 'Create a signing certificate for a SAML application',
    body: z.strictObject({ lifeSpanInYears: z.number().int().min(1).max(100) }),
    response: samlCertificate,
    status: 201,
    permission: write,
    change,
    errors: onlySaml,
  },
  updateSecret: {
    method: 'patch',
    path: '/saml-applications/:id/secrets/:secretId',
    summary: 'Activate or deactivate a signing certificate of a SAML application',
    body: z.strictObject({ active: z.boolean() }),
    response: samlCertificate,
    status: 200,
    permission: write,
    change,
    errors: onlySaml,
  },
  deleteSecret: {
    method: 'delete',
    path: '/saml-applications/:id/secrets/:secretId',
    summary: 'Delete a signing certificate of a SAML application',
    status: 204,
    permission: write,
    change,
    errors: ['application.saml.can_not_delete_active_secret'],
  },
});
