import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { id } from './fields.ts';

/** Enough for five thousand objects; the body of a request is a few megabytes then. */
export const bundleLimits = { files: 10_000, fileLength: 320 * 1024, bodyBytes: 16 * 1024 * 1024 } as const;

/** Below the folder that a bundle is in, and never beside it. */
export const bundlePath = z
  .string()
  .regex(/^[a-z][a-z\d-]{0,63}(?:\/[\w-][\w.-]{0,99}){0,2}\.yaml$/, { error: 'bundle.unknown_file' });

const files = z
  .array(z.strictObject({ path: bundlePath, text: z.string().max(bundleLimits.fileLength) }))
  .max(bundleLimits.files)
  .refine(list => new Set(list.map(file => file.path)).size === list.length, {
    error: 'validation.duplicate',
  });
export type BundleFile = z.infer<typeof files>[number];

/** The values of the references in the files, by their names. */
const variables = z.record(z.string().max(256), z.string().max(65_536));

const given = { files, variables: variables.optional() };

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
});
export type BundleChange = z.infer<typeof bundleChange>;

export const bundlePlan = z.object({
  changes: z.array(bundleChange),
  unchanged: z.number().int(),
  /** Says what was compared: apply refuses when the tenant or the files are different by then. */
  fingerprint: z.string(),
});
export type BundlePlan = z.infer<typeof bundlePlan>;

const refusals = [
  'bundle.unknown_file',
  'bundle.fixed_field',
  'bundle.invalid_file',
  'bundle.invalid_yaml',
  'bundle.unknown_reference',
  'bundle.missing_variable',
] as const;

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
  plan: {
    method: 'post',
    path: '/bundle/plan',
    summary: 'Compare files with the configuration of the tenant',
    body: z.strictObject({ ...given, delete: z.boolean().optional() }),
    maximumBytes: bundleLimits.bodyBytes,
    response: bundlePlan,
    status: 200,
    permission: 'bundles:read',
    errors: refusals,
  },
  apply: {
    method: 'post',
    path: '/bundle/apply',
    summary: 'Change the configuration of the tenant to what files say, in one transaction',
    body: z.strictObject({
      ...given,
      /** Deletes what the files do not list. */
      delete: z.boolean().optional(),
      /** Applies also where the tenant was changed after the last apply. */
      overwrite: z.boolean().optional(),
      /** Of the plan that was looked at. */
      fingerprint: z.string().max(128).optional(),
    }),
    maximumBytes: bundleLimits.bodyBytes,
    response: bundlePlan.extend({ changeId: id.nullable() }),
    status: 200,
    permission: 'bundles:write',
    change: 'bundle',
    errors: [...refusals, 'bundle.conflict', 'bundle.outdated_plan'],
  },
});
