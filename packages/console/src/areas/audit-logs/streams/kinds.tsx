import type { LogStream, LogStreamKind } from '@gatehouse/contract/log-streams.ts';
import { Archive, Globe, Server } from 'lucide-react';
import type { ReactNode } from 'react';

export const kindIcons: Readonly<Record<LogStreamKind, ReactNode>> = {
  http: <Globe />,
  syslog: <Server />,
  s3: <Archive />,
};

/** The destination of a stream in one line. */
export const placeOf = ({ config }: Pick<LogStream, 'config'>) => {
  if (config.kind === 'http') return config.url;
  return config.kind === 'syslog'
    ? `${config.host}:${config.port}`
    : [config.bucket, config.prefix].filter(Boolean).join('/');
};
