import { z } from 'zod';
import {
  customClientMetadata,
  oidcClientMetadata,
  protectedAppMetadata,
  siteName,
  wantsExactUris,
} from './client-metadata.ts';
import { clientRegistration } from './client-registration.ts';
import { displayName } from './display-names.ts';
import { crud, defineRows, repeated } from './endpoint.ts';
import { id, idList, jsonObject, reference, timestamp } from './fields.ts';
import { origin, uriFlaws } from './redirect-uris.ts';
import { role } from './role.ts';
import { namedSearchFields, searchQuery } from './search.ts';

export const applicationTypes = [
  'Native',
  'SPA',
  'Traditional',
  'MachineToMachine',
  'Protected',
  'SAML',
] as const;
export const applicationType = z.enum(applicationTypes);
export type ApplicationType = z.infer<typeof applicationType>;

/** The types that can keep a secret. */
export const confidentialTypes: readonly ApplicationType[] = [
  'Traditional',
  'MachineToMachine',
  'Protected',
  'SAML',
];

export const application = z.object({
  tenantId: id,
  id,
  name: z.string().min(1).max(256),
  /** The one secret of older applications; newer ones have named secrets. */
  secret: z.string().min(1).max(64).optional(),
  description: z.string().nullable(),
  type: applicationType,
  oidcClientMetadata,
  customClientMetadata,
  protectedAppMetadata: protectedAppMetadata.nullable(),
  customData: jsonObject,
  isThirdParty: z.boolean(),
  /** Whether only users named by the access rules may sign in. */
  appLevelAccessControlEnabled: z.boolean().optional(),
  /**
   * Whether requests without PKCE are refused even if the application has a secret. Public clients always need PKCE.
   */
  isPkceRequired: z.boolean().optional(),
  createdAt: timestamp,
});
export type Application = z.infer<typeof application>;
export const applicationName = displayName(application.shape.name);

/** `isAdmin`: a machine-to-machine application that holds the management role. */
export const applicationDetail = application.extend({
  isAdmin: z.boolean().optional(),
  /** Of an application that registered itself. */
  registration: clientRegistration.optional(),
});
export type ApplicationDetail = z.infer<typeof applicationDetail>;

export const applicationSecret = z.object({
  tenantId: id,
  applicationId: id,
  name: z.string().min(1).max(256),
  value: z.string().min(1).max(64),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
});
export type ApplicationSecret = z.infer<typeof applicationSecret>;

export const defaultSecretName = 'Default secret';

const settable = application.pick({
  description: true,
  oidcClientMetadata: true,
  customClientMetadata: true,
  customData: true,
}).shape;

const createApplication = z
  .strictObject({
    name: applicationName,
    ...application.pick({ type: true }).shape,
    ...z.object(settable).partial().shape,
    isThirdParty: z.boolean().optional(),
    isPkceRequired: z.boolean().optional(),
    protectedAppMetadata: z.strictObject({ subDomain: siteName, origin }).optional(),
  })
  .refine(({ type, protectedAppMetadata }) => type !== 'Protected' || protectedAppMetadata, {
    path: ['protectedAppMetadata'],
    error: 'application.protected_app_metadata_is_required',
  })
  .refine(({ type }) => type !== 'SAML', { path: ['type'], error: 'application.saml.use_saml_app_api' })
  .check(({ value: { type, oidcClientMetadata, customClientMetadata: custom }, issues }) => {
    if (!oidcClientMetadata) return;
    for (const { path, code, uri } of uriFlaws(type, oidcClientMetadata, { isExact: wantsExactUris(custom) }))
      issues.push({ code: 'custom', path: ['oidcClientMetadata', ...path], message: code, input: uri });
  })
  .refine(({ type, isThirdParty }) => !isThirdParty || ['Traditional', 'SPA', 'Native'].includes(type), {
    path: ['isThirdParty'],
    error: 'application.invalid_third_party_application_type',
  });

const updateApplication = z.strictObject({
  ...z.object({ name: applicationName, ...settable }).partial().shape,
  protectedAppMetadata: z
    .strictObject(
      protectedAppMetadata
        .pick({ origin: true, sessionDuration: true, pageRules: true, additionalScopes: true })
        .partial().shape,
    )
    .nullable()
    .optional(),
  isAdmin: z.boolean().optional(),
  appLevelAccessControlEnabled: z.boolean().optional(),
  isPkceRequired: z.boolean().optional(),
});

const createSecret = z.strictObject({
  ...applicationSecret.pick({ name: true }).shape,
  expiresAt: timestamp
    .refine(time => time > Date.now(), { error: 'validation.future_time' })
    .nullable()
    .optional(),
});

const roleIds = z.strictObject({ roleIds: idList });
const read = 'applications:read';
const write = 'applications:write';

const kindErrors = [
  'application.saml.use_saml_app_api',
  'application.third_party_application_cannot_enable_token_exchange',
] as const;

const plain = crud({
  kind: 'application',
  path: '/applications',
  entity: applicationDetail,
  create: createApplication,
  update: updateApplication,
  createStatus: 200,
});

export const applications = defineRows({
  ...plain,
  list: {
    ...plain.list,
    query: z
      .looseObject({
        ...searchQuery(namedSearchFields),
        types: repeated(applicationType).optional(),
        excludeRoleId: reference.optional(),
        excludeOrganizationId: reference.optional(),
        isThirdParty: z.stringbool().optional(),
      })
      .refine(query => !(query.excludeRoleId && query.excludeOrganizationId), {
        path: ['excludeOrganizationId'],
        error: 'validation.exclusive',
      }),
    sort: ['name', 'createdAt'],
    errors: ['request.invalid_input'],
  },
  create: {
    ...plain.create,
    quota: ['applicationsLimit', 'machineToMachineLimit', 'thirdPartyApplicationsLimit'],
    errors: [
      ...kindErrors,
      'application.device_flow_native_only',
      'application.protected_app_metadata_is_required',
      'application.invalid_third_party_application_type',
    ],
  },
  update: { ...plain.update, errors: [...kindErrors, 'application.device_flow_not_changeable'] },
  updateCustomData: {
    method: 'patch',
    path: '/applications/:applicationId/custom-data',
    summary: 'Merge fields into the custom data of an application',
    body: jsonObject,
    response: jsonObject,
    status: 200,
    permission: write,
    change: 'application',
  },
  deleteLegacySecret: {
    method: 'delete',
    path: '/applications/:id/legacy-secret',
    summary: 'Delete the legacy secret of an application',
    response: application,
    status: 200,
    permission: write,
    change: 'application',
    errors: ['application.no_legacy_secret_found'],
  },
  listSecrets: {
    method: 'get',
    path: '/applications/:id/secrets',
    summary: 'List the secrets of an application',
    response: z.array(applicationSecret),
    status: 200,
    permission: read,
  },
  createSecret: {
    method: 'post',
    path: '/applications/:id/secrets',
    summary: 'Add a secret to an application',
    body: createSecret,
    response: applicationSecret,
    status: 201,
    permission: write,
    change: 'application',
    errors: ['application.secret_name_exists', 'entity.db_constraint_violated', 'request.invalid_input'],
  },
  renameSecret: {
    method: 'patch',
    path: '/applications/:id/secrets/:name',
    summary: 'Rename a secret of an application',
    body: z.strictObject(applicationSecret.pick({ name: true }).shape),
    response: applicationSecret,
    status: 200,
    permission: write,
    change: 'application',
    errors: ['application.secret_name_exists'],
  },
  deleteSecret: {
    method: 'delete',
    path: '/applications/:id/secrets/:name',
    summary: 'Delete a secret of an application',
    status: 204,
    permission: write,
    change: 'application',
  },
  listRoles: {
    method: 'get',
    path: '/applications/:applicationId/roles',
    summary: 'List the roles of a machine-to-machine application',
    query: z.looseObject(searchQuery(namedSearchFields)),
    response: z.array(role),
    status: 200,
    permission: read,
    paging: 'always',
    errors: ['application.invalid_type'],
  },
  assignRoles: {
    method: 'post',
    path: '/applications/:applicationId/roles',
    summary: 'Assign roles to a machine-to-machine application',
    body: roleIds,
    response: z.object({ roleIds: z.array(id), addedRoleIds: z.array(id) }),
    status: 201,
    permission: write,
    change: 'application',
    errors: [
      'entity.relation_foreign_key_not_found',
      'application.invalid_type',
      'application.invalid_role_type',
      'role.internal_role_violation',
    ],
  },
  replaceRoles: {
    method: 'put',
    path: '/applications/:applicationId/roles',
    summary: 'Replace the roles of a machine-to-machine application',
    body: roleIds,
    response: z.object({ roleIds: z.array(id) }),
    status: 200,
    permission: write,
    change: 'application',
    errors: [
      'entity.relation_foreign_key_not_found',
      'application.invalid_type',
      'application.invalid_role_type',
      'role.internal_role_violation',
    ],
  },
  removeRole: {
    method: 'delete',
    path: '/applications/:applicationId/roles/:roleId',
    summary: 'Remove a role from a machine-to-machine application',
    status: 204,
    permission: write,
    change: 'application',
    errors: ['application.invalid_type'],
  },
});
