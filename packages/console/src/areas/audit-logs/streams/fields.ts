import {
  createLogStream,
  type LogStream,
  type LogStreamConfig,
  type LogStreamSecrets,
  logStreamFormats,
  logStreamKinds,
  updateLogStream,
} from '@gatehouse/contract/log-streams.ts';
import { z } from 'zod';
import { writtenPairs } from '../../../templates/form-pairs.tsx';

/** The fields of all kinds together, so that switching the kind keeps what was typed. */
const values = z.object({
  name: z.string(),
  enabled: z.boolean(),
  includeChanges: z.boolean(),
  config: z.object({
    kind: z.enum(logStreamKinds),
    url: z.string(),
    format: z.enum(logStreamFormats),
    host: z.string(),
    port: z.number().nullable(),
    isEncrypted: z.boolean(),
    certificateAuthority: z.string(),
    endpoint: z.string(),
    region: z.string(),
    bucket: z.string(),
    prefix: z.string(),
    accessKeyId: z.string(),
  }),
  secrets: z.object({
    bearerToken: z.string(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    secretAccessKey: z.string(),
  }),
});
export type StreamValues = z.infer<typeof values>;

/** Judged by the contract, whose names the fields have. */
const judgedBy = (schema: typeof createLogStream | typeof updateLogStream) =>
  values.check(({ value, issues }) => {
    const { error } = schema.safeParse(bodyOf(value));
    for (const issue of error?.issues ?? []) {
      const [group, field, name] = issue.path;
      const pair = value.secrets.headers.findIndex(header => header.name.trim() === name);
      const path = field === 'headers' ? [group, field, Math.max(pair, 0)] : issue.path;
      issues.push({ ...issue, path, input: value } as (typeof issues)[number]);
    }
  });

export const newStreamFields = judgedBy(createLogStream);
export const streamFields = judgedBy(updateLogStream);

const configOf = ({ kind, ...config }: StreamValues['config']) => {
  const { url, format, host, port, isEncrypted, region, bucket, accessKeyId } = config;
  const { certificateAuthority, endpoint, prefix } = config;
  const authority = certificateAuthority ? { certificateAuthority } : {};
  if (kind === 'http') return { kind, url, format, ...authority };
  if (kind === 's3')
    return {
      kind,
      region,
      bucket,
      accessKeyId,
      ...(endpoint ? { endpoint } : {}),
      ...(prefix ? { prefix } : {}),
      ...authority,
    };
  return { kind, host, port: port ?? Number.NaN, isEncrypted, ...(isEncrypted ? authority : {}) };
};

/** Empty fields of secrets leave what is stored as it is. */
const secretsOf = ({ config: { kind }, secrets }: StreamValues): LogStreamSecrets | undefined => {
  const { bearerToken, secretAccessKey } = secrets;
  if (kind === 's3') return secretAccessKey ? { secretAccessKey } : undefined;
  if (kind === 'syslog') return undefined;
  const headers = writtenPairs(secrets.headers);
  const given = {
    ...(bearerToken ? { bearerToken } : {}),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  };
  return Object.keys(given).length > 0 ? given : undefined;
};

export const bodyOf = (typed: StreamValues) => ({
  name: typed.name,
  enabled: typed.enabled,
  includeChanges: typed.includeChanges,
  config: configOf(typed.config) as LogStreamConfig,
  secrets: secretsOf(typed),
});

const emptyConfig = {
  kind: 'http',
  url: '',
  format: 'json-lines',
  host: '',
  port: 6514,
  isEncrypted: true,
  certificateAuthority: '',
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  accessKeyId: '',
} as const;

const noSecrets = { bearerToken: '', headers: [], secretAccessKey: '' };

export const emptyStream: StreamValues = {
  name: '',
  enabled: true,
  includeChanges: false,
  config: emptyConfig,
  secrets: noSecrets,
};

export const valuesOf = ({ name, enabled, includeChanges, config }: LogStream): StreamValues => ({
  name,
  enabled,
  includeChanges,
  config: { ...emptyConfig, ...config },
  secrets: noSecrets,
});
