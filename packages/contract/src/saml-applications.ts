import { z } from 'zod';
import { application } from './applications.ts';
import { crud, defineRows } from './endpoint.ts';
import { samlApplicationConfig, samlCertificate } from './saml.ts';

/** An application that we sign people in to by SAML: its own fields, and how it talks SAML. */
export const samlApplication = application
  .omit({
    secret: true,
    oidcClientMetadata: true,
    customClientMetadata: true,
    protectedAppMetadata: true,
  })
  .extend(samlApplicationConfig.shape);
export type SamlApplication = z.infer<typeof samlApplication>;

const settable = {
  ...application.pick({ description: true, customData: true, appLevelAccessControlEnabled: true }).partial()
    .shape,
  ...samlApplicationConfig.partial().shape,
};
const name = application.shape.name;

const read = 'applications:read';
const write = 'applications:write';
const change = 'application';
const onlySaml = ['application.saml.saml_application_only'] as const;

const { list: _, ...plain } = crud({
  path: '/saml-applications',
  noun: 'a SAML application',
  plural: 'SAML applications',
  change,
  entity: samlApplication,
  create: z.strictObject({ name, ...settable }),
  update: z.strictObject({ name: name.optional(), ...settable }),
  read,
  write,
});

export const samlApplications = defineRows({
  create: {
    ...plain.create,
    quota: ['samlApplicationsLimit'],
    errors: ['application.saml.acs_url_binding_not_supported'],
  },
  read: { ...plain.read, errors: onlySaml },
  update: { ...plain.update, errors: onlySaml },
  delete: { ...plain.delete, errors: onlySaml },
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
    summary: 'Make a signing certificate for a SAML application',
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
    summary: 'Sign with a certificate of a SAML application, or no longer',
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
