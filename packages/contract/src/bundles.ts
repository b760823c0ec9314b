import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { id } from './fields.ts';

/** Enough for five thousand objects; the body of a request is a few megabytes then. */
export const bundleLimits = { files: 10_000, fileLength: 320 * 1024, bodyBytes: 16 * 1024 * 1024 } as const;

/** Below the folder that a bundle is in, and never beside it. */
export const bundlePath = z
  .string()
  .regex(/^[a-z][a-z\d-]{0,63}(?:\/[\w-][\w.-]{0,99}){0,2}\.yaml$/, { error: 'bundle.unknown_file' });

/** Other files of a folder or an archive are left alone, and so are those that begin with a dot. */
export const isBundleFile = (path: string) =>
  path.endsWith('.yaml') && !path.split('/').some(part => part.startsWith('.'));

const files = z
  .array(z.strictObject({ path: bundlePath, text: z.string().max(bundleLimits.fileLength) }))
  .max(bundleLimits.files)
  .refine(list => new Set(list.map(file => file.path)).size === list.length, {
    error: 'validation.duplicate',
  });
export type BundleFile = z.infer<typeof files>[number];

/** The values of the references in the files, by their names. */
const variables = z.record(z.string().max(256), z.string().max(65_536));

const paths = z.array(bundlePath).max(bundleLimits.files);

/** The choice of objects. */
const choice = {
  variables: variables.optional(),
  /** The files that count. The others only say which objects there are. */
  only: paths.optional(),
  /** Deletes what the files do not list: all of it, or the objects of these files. */
  delete: z.union([z.boolean(), paths]).optional(),
};

const confirmation = {
  /** Applies also where the tenant was changed after the last apply. */
  overwrite: z.boolean().optional(),
  /** Of the plan that was looked at. */
  fingerprint: z.string().max(128).optional(),
};

/** The action of apply on one object. `unlisted`: the tenant has it, the files do not, and it stays. */
export const bundleActions = ['create', 'update', 'delete', 'unlisted'] as const;

const fieldChange = z.object({
  /** Dotted, from the top of the file. */
  path: z.string(),
  /** Absent where there is none. Values of secrets are never shown. */
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  isSecret: z.boolean().optional(),
});

const bundleChange = z.object({
  action: z.enum(bundleActions),
  path: z.string(),
  name: z.string(),
  fields: z.array(fieldChange),
  /**
   * The object was changed in the tenant after the last apply, and apply refuses to overwrite it unasked: by whom and when, as
   * far as a change of this object alone tells.
   */
  conflict: z
    .object({ actor: z.string().optional(), at: z.number().optional(), changeId: id.optional() })
    .optional(),
  /** The files of the objects that the file refers to. */
  references: z.array(z.string()).optional(),
  /** References, by name, to what neither the files nor the tenant have. */
  unknown: z.array(z.string()).optional(),
  /** The secrets of the file: where they are, and whether the tenant has a value, which stays. */
  secrets: z.array(z.object({ name: z.string(), field: z.string(), isSet: z.boolean() })).optional(),
  /** The field that keeps the file from being applied: the object keeps it for life. */
  fixed: z.string().optional(),
});
export type BundleChange = z.infer<typeof bundleChange>;

export const bundlePlan = z.object({
  changes: z.array(bundleChange),
  unchanged: z.number().int(),
  /** Says what was compared: apply refuses when the tenant or the files are different by then. */
  fingerprint: z.string(),
});
export type BundlePlan = z.infer<typeof bundlePlan>;

const appliedBundle = bundlePlan.extend({ changeId: id.nullable() });
export type AppliedBundle = z.infer<typeof appliedBundle>;

const refusals = [
  'bundle.unknown_file',
  'bundle.fixed_field',
  'bundle.invalid_file',
  'bundle.invalid_yaml',
  'bundle.unknown_reference',
  'bundle.missing_variable',
] as const;

/** The token of a member of the other tenant, for the caller. */
const source = z.strictObject({ tenantId: z.string().max(64), token: z.string().max(8192) });

/** The configuration of one tenant, for another one of the same person. */
export const promotions = defineRows({
  preview: {
    method: 'post',
    path: '/tenants/:tenantId/promotion-plan',
    summary: 'Compare the configuration of another tenant with this one',
    body: z.strictObject({ source, ...choice }),
    response: bundlePlan,
    status: 200,
    permission: 'read:data',
    role: 'bundles:read',
    errors: ['bundle.same_tenant', ...refusals],
  },
  create: {
    method: 'post',
    path: '/tenants/:tenantId/promotions',
    summary: 'Promote the configuration of another tenant to this one in one transaction',
    body: z.strictObject({ source, ...choice, ...confirmation }),
    response: appliedBundle,
    status: 200,
    permission: 'write:data',
    role: 'bundles:write',
    errors: [
      'bundle.managed_as_code',
      'draft.required',
      'auth.grant_exceeds_own',
      'bundle.same_tenant',
      ...refusals,
      'bundle.conflict',
      'bundle.outdated_plan',
    ],
  },
});

/** A tenant's configuration as files. */
export const bundles = defineRows({
  export: {
    method: 'get',
    path: '/bundle',
    summary: "Export the tenant's configuration as files",
    response: z.object({ files }),
    status: 200,
    permission: 'bundles:read',
    isHeavy: true,
  },
  readSchemas: {
    method: 'get',
    path: '/bundle/schemas',
    summary: 'Read the JSON Schemas of the files of a bundle',
    response: z.record(z.string(), z.record(z.string(), z.unknown())),
    status: 200,
    permission: 'bundles:read',
  },
  readArchive: {
    method: 'post',
    path: '/bundle/archive',
    summary: 'Read the files of a bundle from a ZIP archive (multipart form, field `file`)',
    takesFile: true,
    response: z.object({ files }),
    status: 200,
    permission: 'bundles:read',
    errors: ['bundle.invalid_archive', 'guard.file_size_exceeded', 'guard.mime_type_not_allowed'],
  },
  plan: {
    method: 'post',
    path: '/bundle/plan',
    summary: 'Compare files with the configuration of the tenant',
    body: z.strictObject({
      files,
      ...choice,
      /** Lists missing references, missing secrets and fixed fields instead of refusing the files. */
      preview: z.boolean().optional(),
    }),
    maximumBytes: bundleLimits.bodyBytes,
    response: bundlePlan,
    status: 200,
    permission: 'bundles:read',
    errors: refusals,
  },
  apply: {
    method: 'post',
    path: '/bundle/apply',
    summary: 'Apply files to the configuration of the tenant in one transaction',
    body: z.strictObject({ files, ...choice, ...confirmation }),
    maximumBytes: bundleLimits.bodyBytes,
    response: appliedBundle,
    status: 200,
    permission: 'bundles:write',
    change: 'bundle',
    errors: [
      'bundle.managed_as_code',
      'draft.required',
      'auth.grant_exceeds_own',
      ...refusals,
      'bundle.conflict',
      'bundle.outdated_plan',
    ],
  },
});
