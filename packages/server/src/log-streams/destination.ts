import type { LogStreamConfig, LogStreamSecrets } from '@gatehouse/contract/log-streams.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import type { StreamEntry } from './entries.ts';
import { sendByHttp } from './http.ts';
import { sendToBucket } from './s3.ts';
import { sendBySyslog } from './syslog.ts';

/** A stream with its secrets in the clear. */
export type OpenStream<Config extends LogStreamConfig = LogStreamConfig> = {
  config: Config;
  secrets: LogStreamSecrets;
  signingKey: string;
};

export type Batch = { entries: readonly StreamEntry[]; sentAt: number };

/** Resolves when the destination has taken the whole batch; throws in words why it has not. */
export const sendBatch = (outgoing: Outgoing, stream: OpenStream, batch: Batch): Promise<void> => {
  const { config, ...rest } = stream;
  switch (config.kind) {
    case 'http':
      return sendByHttp(outgoing, { config, ...rest }, batch);
    case 'syslog':
      return sendBySyslog(outgoing, config, batch);
    case 's3':
      return sendToBucket(outgoing, { config, ...rest }, batch);
  }
};

/** How much is sent at once, and how long a few entries wait for more to come: each batch for S3 is an object. */
export const batchLimits = {
  http: { count: 500, bytes: 1_000_000, patienceMs: 0 },
  syslog: { count: 500, bytes: 1_000_000, patienceMs: 0 },
  s3: { count: 5000, bytes: 20_000_000, patienceMs: 60_000 },
} as const;
