import type { LogStreamConfig, LogStreamSecrets } from '@gatehouse/contract/log-streams.ts';
import type { StreamEntry } from './entries.ts';
export type Batch = { entries: readonly StreamEntry[]; sentAt: number };

/** A stream with its secrets in the clear. */
export type OpenStream<Config extends LogStreamConfig = LogStreamConfig> = {
  config: Config;
  secrets: LogStreamSecrets;
  signingKey: string;
};
