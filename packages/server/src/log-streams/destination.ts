import type { Outgoing } from '../outgoing/outgoing.ts';
import { sendByHttp } from './http.ts';
import type { Batch, OpenStream } from './open-stream.ts';
import { sendToBucket } from './s3.ts';
import { sendBySyslog } from './syslog.ts';

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

/** The size limits of a batch, and how long a few entries wait for more. Each batch for S3 is an object. */
export const batchLimits = {
  http: { count: 500, bytes: 1_000_000, patienceMs: 0 },
  syslog: { count: 500, bytes: 1_000_000, patienceMs: 0 },
  s3: { count: 5000, bytes: 20_000_000, patienceMs: 60_000 },
} as const;
