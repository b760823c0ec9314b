import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { id, jsonObject, timestamp } from './fields.ts';
import { localizedText } from './languages.ts';

export const connectorTypes = ['Email', 'Sms', 'Social'] as const;
export type ConnectorType = (typeof connectorTypes)[number];
export const connectorPlatforms = ['Native', 'Universal', 'Web'] as const;

export const connectorId = z.string().min(1).max(128);

/** The target, name and logos of a standard connector, which an administrator can set. */
export const connectorMetadata = z.strictObject({
  target: z.string().min(1).optional(),
  name: localizedText.optional(),
  logo: z.string().optional(),
  logoDark: z.string().nullable().optional(),
});

/** A connector as it is stored. */
export const connector = z.object({
  tenantId: id,
  id: connectorId,
  /** The factory that it was made from. */
  connectorId,
  syncProfile: z.boolean(),
  enableTokenStorage: z.boolean(),
  config: jsonObject,
  metadata: connectorMetadata,
  createdAt: timestamp,
});

export const formItemTypes = [
  'Text',
  'Number',
  'MultilineText',
  'Switch',
  'Select',
  'MultiSelect',
  'Json',
] as const;

/** One field of a factory's form. A dot in its key leads into an object of the configuration. */
export const formItem = z.strictObject({
  type: z.enum(formItemTypes),
  key: z.string().min(1),
  label: z.string(),
  placeholder: z.string().optional(),
  required: z.boolean().optional(),
  defaultValue: z.unknown().optional(),
  showConditions: z
    .array(z.strictObject({ targetKey: z.string(), expectValue: z.unknown().optional() }))
    .optional(),
  description: z.string().optional(),
  tooltip: z.string().optional(),
  isConfidential: z.boolean().optional(),
  selectItems: z.array(z.strictObject({ value: z.string(), title: z.string().optional() })).optional(),
});
export type FormItem = z.infer<typeof formItem>;

/** The metadata of a factory, which lists of connectors also show. */
export const connectorFactory = z.object({
  id: connectorId,
  type: z.enum(connectorTypes),
  target: z.string(),
  platform: z.enum(connectorPlatforms).nullable(),
  name: localizedText,
  description: localizedText,
  logo: z.string(),
  logoDark: z.string().nullable(),
  readme: z.string(),
  formItems: z.array(formItem).optional(),
  isStandard: z.boolean().optional(),
  isTokenStorageSupported: z.boolean().optional(),
  isDemo: z.boolean().optional(),
});
export type ConnectorFactory = z.infer<typeof connectorFactory>;

/** Stands for the email or SMS connector that a tenant has not set up. */
const placeholder = (type: 'Email' | 'Sms') =>
  ({
    id: `default-${type.toLowerCase()}`,
    type,
    target: '',
    platform: null,
    name: { en: '' },
    description: { en: '' },
    logo: '',
    logoDark: null,
    readme: '',
  }) as const satisfies ConnectorFactory;

export const placeholderConnectors = [placeholder('Email'), placeholder('Sms')] as const;

export const connectorErrorCodes = [
  'general',
  'invalid_metadata',
  'unexpected_type',
  'invalid_config_guard',
  'invalid_request_parameters',
  'insufficient_request_parameters',
  'invalid_config',
  'invalid_certificate',
  'invalid_response',
  'template_not_found',
  'template_not_supported',
  'rate_limit_exceeded',
  'not_implemented',
  'social_auth_code_invalid',
  'social_invalid_access_token',
  'social_invalid_id_token',
  'authorization_failed',
] as const;
export type ConnectorErrorCode = (typeof connectorErrorCodes)[number];

/** A connector together with what its factory says: what the API shows. */
export const connectorWithFactory = connectorFactory.extend(
  connector.omit({ tenantId: true, createdAt: true }).shape,
);
export type ConnectorWithFactory = z.infer<typeof connectorWithFactory>;

const settable = connector
  .pick({ config: true, metadata: true, syncProfile: true, enableTokenStorage: true })
  .partial().shape;
const read = 'connectors:read';
const write = 'connectors:write';
const change = 'connector';

export const connectors = defineRows({
  list: {
    method: 'get',
    path: '/connectors',
    summary: 'List connectors',
    query: z.object({ target: z.string().max(256).optional() }),
    response: z.array(connectorWithFactory),
    status: 200,
    permission: read,
  },
  create: {
    method: 'post',
    path: '/connectors',
    summary: 'Create a connector; a new email or SMS connector replaces the previous one',
    body: z.strictObject({
      connectorId,
      ...settable,
      id: connectorId.regex(/^[\w-]+$/, { error: 'validation.invalid' }).optional(),
      /** Social connectors only, in the same change. Takes the permission to write the sign-in experience, too. */
      showOnSignInPage: z.boolean().optional(),
    }),
    response: connectorWithFactory,
    status: 200,
    permission: write,
    quota: ['socialConnectorsLimit'],
    change,
    errors: [
      'connector.not_found_with_connector_id',
      'connector.should_specify_target',
      'connector.cannot_overwrite_metadata_for_non_standard_connector',
      'connector.multiple_instances_not_supported',
      'connector.multiple_target_with_same_platform',
      'connector.token_storage_not_supported',
      'connector.invalid_config',
      'connector.unexpected_type',
      'auth.forbidden',
    ],
  },
  read: {
    method: 'get',
    path: '/connectors/:id',
    summary: 'Read a connector',
    response: connectorWithFactory,
    status: 200,
    permission: read,
  },
  update: {
    method: 'patch',
    path: '/connectors/:id',
    summary: 'Update a connector',
    body: z.strictObject(settable),
    response: connectorWithFactory,
    status: 200,
    permission: write,
    change,
    errors: [
      'connector.invalid_config',
      'connector.can_not_modify_target',
      'connector.invalid_type_for_syncing_profile',
    ],
  },
  delete: {
    method: 'delete',
    path: '/connectors/:id',
    summary: 'Delete a connector',
    status: 204,
    permission: write,
    change,
    errors: ['sign_in_experiences.password_expiration_requires_forgot_password'],
  },
});

export const connectorFactories = defineRows({
  list: {
    method: 'get',
    path: '/connector-factories',
    summary: 'List connector types',
    response: z.array(connectorFactory),
    status: 200,
    permission: read,
  },
  read: {
    method: 'get',
    path: '/connector-factories/:id',
    summary: 'Read a connector type',
    response: connectorFactory,
    status: 200,
    permission: read,
    unknown: ['entity.not_found'],
  },
});
