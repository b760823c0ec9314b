import { z } from 'zod';
import { crud, defineRows } from './endpoint.ts';
import { certificateAuthority, headerName, headerValue, id, timestamp, url } from './fields.ts';

export const logStreamKinds = ['http', 'syslog', 's3'] as const;
export type LogStreamKind = (typeof logStreamKinds)[number];

export const logStreamFormats = ['json-lines', 'json-array'] as const;

export const maximumLogStreams = 10;

const webUrl = url.regex(/^https?:/i, { error: 'validation.web_redirect_uri' });

const httpConfig = z.strictObject({
  kind: z.literal('http'),
  url: webUrl,
  format: z.enum(logStreamFormats),
  certificateAuthority: certificateAuthority.optional(),
});

const syslogConfig = z.strictObject({
  kind: z.literal('syslog'),
  /** A name or an address. */
  host: z
    .string()
    .min(1)
    .max(253)
    .regex(/^[\w.:-]+$/, { error: 'validation.host' }),
  port: z.number().int().min(1).max(65_535),
  /** TLS (RFC 5425) instead of plain TCP. */
  isEncrypted: z.boolean(),
  certificateAuthority: certificateAuthority.optional(),
});

const s3Config = z.strictObject({
  kind: z.literal('s3'),
  /** Absent: that of Amazon in the region. */
  endpoint: webUrl.optional(),
  region: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\w-]+$/, { error: 'validation.invalid' }),
  bucket: z
    .string()
    .min(3)
    .max(63)
    .regex(/^[a-z\d][a-z\d.-]*[a-z\d]$/, { error: 'validation.bucket' }),
  /** The beginning of every object's name. */
  prefix: z
    .string()
    .max(256)
    .regex(/^(?:[\w=-][\w.=-]*(?:\/[\w=-][\w.=-]*)*\/?)?$/, { error: 'validation.object_prefix' })
    .optional(),
  accessKeyId: z.string().min(1).max(128),
  certificateAuthority: certificateAuthority.optional(),
});

export const logStreamConfig = z.discriminatedUnion('kind', [httpConfig, syslogConfig, s3Config]);
export type LogStreamConfig = z.infer<typeof logStreamConfig>;

/** Stored sealed and never given back. What is left out stays as it is; null and `{}` clear it. */
const logStreamSecrets = z.strictObject({
  bearerToken: headerValue.nullable().optional(),
  headers: z.record(headerName, headerValue).optional(),
  secretAccessKey: z.string().min(1).max(256).optional(),
});
export type LogStreamSecrets = z.infer<typeof logStreamSecrets>;

export const logStreamStates = ['off', 'healthy', 'failing'] as const;

const logStreamStatus = z.object({
  state: z.enum(logStreamStates),
  /** The age of the oldest entry still to be sent. 0 when there is none. */
  lagSeconds: z.number(),
  sentCount: z.number(),
  lastSentAt: timestamp.nullable(),
  /** The error of the last attempt, as text. `null` if it succeeded. */
  error: z.string().nullable(),
  failedAt: timestamp.nullable(),
  nextTryAt: timestamp.nullable(),
});

export const logStream = z.object({
  tenantId: id,
  id,
  name: z.string().min(1).max(256),
  enabled: z.boolean(),
  /** Sends the changes of the configuration too, with their place in the hash chain. */
  includeChanges: z.boolean(),
  config: logStreamConfig,
  /** The names of the stored secrets. Their values are never returned. */
  storedSecrets: z.object({
    bearerToken: z.boolean(),
    secretAccessKey: z.boolean(),
    headers: z.array(z.string()),
  }),
  status: logStreamStatus,
  createdAt: timestamp,
});
export type LogStream = z.infer<typeof logStream>;

/** The key that signs requests of the kind `http`, shown when it is made and never again. */
const withSigningKey = logStream.extend({ signingKey: z.string().optional() });

export const createLogStream = z
  .strictObject({
    name: logStream.shape.name,
    config: logStreamConfig,
    enabled: z.boolean().optional(),
    includeChanges: z.boolean().optional(),
    secrets: logStreamSecrets.optional(),
  })
  .refine(({ config, secrets }) => config.kind !== 's3' || secrets?.secretAccessKey, {
    path: ['secrets', 'secretAccessKey'],
    error: 'validation.required',
  });

export const updateLogStream = z.strictObject({
  name: logStream.shape.name.optional(),
  config: logStreamConfig.optional(),
  enabled: z.boolean().optional(),
  includeChanges: z.boolean().optional(),
  secrets: logStreamSecrets.optional(),
});

const plain = crud({
  kind: 'log-stream',
  path: '/log-streams',
  entity: logStream,
  create: createLogStream,
  update: updateLogStream,
});

export const logStreams = defineRows({
  ...plain,
  create: { ...plain.create, response: withSigningKey, errors: ['log_stream.too_many'] },
  update: { ...plain.update, errors: ['log_stream.kind_is_fixed'] },
  regenerateSigningKey: {
    method: 'patch',
    path: '/log-streams/:id/signing-key',
    summary: 'Rotate the signing key of a log stream; it is only in this response',
    response: withSigningKey,
    status: 200,
    permission: 'logs:write',
    change: 'log-stream',
  },
  replay: {
    method: 'post',
    path: '/log-streams/:id/replay',
    summary: 'Replay log entries from a point in time',
    body: z.strictObject({ from: timestamp }),
    response: logStream,
    status: 200,
    permission: 'logs:write',
  },
  test: {
    method: 'post',
    path: '/log-streams/:id/test',
    summary: 'Send a sample entry to the destination',
    status: 204,
    permission: 'logs:write',
    errors: ['log_stream.test_failed'],
  },
});
