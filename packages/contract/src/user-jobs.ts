import { z } from 'zod';
import { defineRows, queryFlag } from './endpoint.ts';
import { id, timestamp, userId } from './fields.ts';
import { searchQuery, userSearchFields } from './search.ts';
import { passwordHashMethods, userConditions } from './users.ts';

export const importLimits = { maximumBytes: 20 * 1024 * 1024, maximumRows: 200_000 } as const;

const textFields = ['username', 'primaryEmail', 'primaryPhone', 'name', 'avatar'] as const;
const credentialFields = ['password', 'passwordDigest', 'passwordAlgorithm'] as const;
const profileFields = [
  'profile.givenName',
  'profile.familyName',
  'profile.middleName',
  'profile.nickname',
  'profile.preferredUsername',
  'profile.website',
  'profile.gender',
  'profile.birthdate',
  'profile.zoneinfo',
  'profile.locale',
] as const;

/** User fields that a column of an imported file can be mapped to. */
export const importFields = [...textFields, ...credentialFields, ...profileFields, 'customData'] as const;
export type ImportField = (typeof importFields)[number];

export const importFile = z.object({
  fileId: z.string(),
  format: z.enum(['csv', 'json']),
  rowCount: z.number(),
  /** With the first values of each, and what it seems to be. */
  columns: z.array(
    z.object({ name: z.string(), samples: z.array(z.string()), field: z.enum(importFields).nullable() }),
  ),
});
export type ImportFile = z.infer<typeof importFile>;

/** The filter of the user list, as sent there. Empty means all users. */
export const userFilter = z.strictObject({
  ...searchQuery(userSearchFields),
  isCaseSensitive: z.boolean().optional(),
  isSuspended: z.boolean().optional(),
  hasMfa: z.boolean().optional(),
  hasSignedIn: z.boolean().optional(),
  createdAfter: timestamp.optional(),
});
export type UserFilterInput = z.input<typeof userFilter>;

const importJob = z.strictObject({
  kind: z.literal('import'),
  fileId: z.string().regex(/^[0-9a-z]{21}\.(?:csv|json)$/),
  fileName: z.string().max(256).optional(),
  mapping: z.record(z.string().max(256), z.enum(importFields)),
  /** For hashes without a column that names how they were made. */
  passwordAlgorithm: z.enum(passwordHashMethods).optional(),
  /** The action for users who already exist, matched by any identifier. */
  existing: z.enum(['skip', 'update']).optional(),
  /** Says what would happen, and changes nothing. */
  isDryRun: z.boolean().optional(),
});

/** The users of a job: a list of IDs, or all users that match the filter. */
const targets = {
  userIds: z.array(userId).min(1).max(5000).optional(),
  filter: userFilter.optional(),
};

export const bulkKinds = ['suspend', 'reactivate', 'delete', 'assign-roles'] as const;
export type BulkKind = (typeof bulkKinds)[number];

const plainJob = z.strictObject({ kind: z.enum(['suspend', 'reactivate', 'delete']), ...targets });
const rolesJob = z.strictObject({
  kind: z.literal('assign-roles'),
  roleIds: z.array(id).min(1).max(100),
  ...targets,
});

export const startUserJob = z
  .discriminatedUnion('kind', [importJob, plainJob, rolesJob])
  .refine(job => job.kind === 'import' || (job.userIds === undefined) !== (job.filter === undefined), {
    path: ['userIds'],
    error: 'user.job_needs_targets',
  });

export const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;

export const userJob = z.object({
  id: z.string(),
  kind: z.enum(['import', ...bulkKinds]),
  state: z.enum(jobStates),
  isDryRun: z.boolean(),
  fileName: z.string().nullable(),
  /** Unknown until it has begun. */
  total: z.number().nullable(),
  done: z.number(),
  created: z.number(),
  updated: z.number(),
  skipped: z.number(),
  failed: z.number(),
  /** Why it could not continue. */
  error: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type UserJob = z.infer<typeof userJob>;

export const jobOutcomes = ['created', 'updated', 'skipped', 'failed'] as const;

/** The result for one line of a file, or for one user. */
export const userJobResult = z.object({
  id: z.string(),
  /** The line's place in the file, or the person's in the order of the work; the first is 1. */
  row: z.number(),
  subject: z.string(),
  outcome: z.enum(jobOutcomes),
  userId: z.string().nullable(),
  message: z.string().nullable(),
});
export type UserJobResult = z.infer<typeof userJobResult>;

export const fileFormats = ['csv', 'json'] as const;
export type FileFormat = (typeof fileFormats)[number];

const read = 'users:read';
const write = 'users:write';
const outcome = z.enum(jobOutcomes).optional();
const format = z.enum(fileFormats).optional();
const file = { response: z.unknown(), file: ['text/csv', 'application/json'], status: 200 } as const;

export const userJobs = defineRows({
  uploadImport: {
    method: 'post',
    path: '/users/imports',
    summary: 'Upload a file of users (CSV or JSON) and read its columns; nothing is imported yet',
    takesFile: true,
    response: importFile,
    status: 201,
    permission: write,
    errors: ['guard.file_size_exceeded', 'user.import_unreadable', 'user.import_empty'],
  },
  startJob: {
    method: 'post',
    path: '/users/jobs',
    summary: 'Start a bulk job: import, suspend, reactivate, delete or assign roles',
    body: startUserJob,
    response: userJob,
    status: 202,
    permission: write,
    errors: ['user.import_file_gone', 'user.job_needs_targets'],
  },
  listJobs: {
    method: 'get',
    path: '/users/jobs',
    summary: 'List bulk jobs, newest first',
    query: z.object({ isActive: queryFlag.optional() }),
    response: z.array(userJob),
    status: 200,
    permission: read,
    paging: 'always',
  },
  readJob: {
    method: 'get',
    path: '/users/jobs/:id',
    summary: 'Read the status of a job',
    response: userJob,
    status: 200,
    permission: read,
  },
  runImport: {
    method: 'post',
    path: '/users/jobs/:id/run',
    summary: 'Run the import after a dry run',
    response: userJob,
    status: 202,
    permission: write,
    errors: ['user.import_file_gone', 'user.job_no_dry_run'],
  },
  cancelJob: {
    method: 'post',
    path: '/users/jobs/:id/cancel',
    summary: 'Cancel a job; completed work stays',
    response: userJob,
    status: 200,
    permission: write,
    errors: ['user.job_finished'],
  },
  listJobResults: {
    method: 'get',
    path: '/users/jobs/:id/results',
    summary: 'List the results of a job by row',
    query: z.object({ outcome }),
    response: z.array(userJobResult),
    status: 200,
    permission: read,
    paging: 'always',
  },
  exportJobResults: {
    ...file,
    method: 'get',
    path: '/users/jobs/:id/report',
    summary: 'Download the result of each row of a job',
    query: z.object({ outcome, format }),
    permission: read,
  },
  export: {
    ...file,
    method: 'get',
    path: '/users/export',
    summary: 'Export the users that match a filter',
    query: z.looseObject({
      ...searchQuery(userSearchFields),
      ...userConditions,
      format,
    }),
    permission: read,
  },
});
