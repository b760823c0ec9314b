import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { LogStreamConfig } from '@gatehouse/contract/log-streams.ts';
import { signRequest } from '../outgoing/aws-signature.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { jsonLines, type StreamEntry } from './entries.ts';
import { requireSuccess } from './http.ts';
import type { Batch, OpenStream } from './open-stream.ts';

type S3Stream = OpenStream<Extract<LogStreamConfig, { kind: 's3' }>>;

const compress = promisify(gzip);

/** One object of the bucket, addressed by its path. Sent again it has the same name, and replaces itself. */
export const sendToBucket = async (
  outgoing: Outgoing,
  { config, secrets }: S3Stream,
  { entries, sentAt }: Batch,
) => {
  const { endpoint = `https://s3.${config.region}.amazonaws.com`, region, bucket, accessKeyId } = config;
  const url = new URL(`${endpoint.replace(/\/$/, '')}/${bucket}/${objectName(config.prefix, entries)}`);
  const body = await compress(jsonLines(entries));
  const headers = { 'content-type': 'application/gzip' };
  const response = await outgoing.trusting(config.certificateAuthority).fetch(url.href, {
    method: 'PUT',
    headers: signRequest(
      { method: 'PUT', url, body, headers, date: new Date(sentAt) },
      { service: 's3', region, accessKeyId, secretAccessKey: secrets.secretAccessKey ?? '' },
    ),
    body,
  });
  await requireSuccess(response);
};

/** Year, month, day and hour are folders; source and the numbers of the first and the last entry tell objects apart. */
const objectName = (prefix = '', entries: readonly StreamEntry[]) => {
  const [first, last] = [entries[0], entries.at(-1)];
  const hour = new Date(first?.createdAt ?? 0).toISOString().slice(0, 13).replace(/[-T]/g, '/');
  const numbers = [first, last].map(entry => `${entry?.position ?? 0}`.padStart(12, '0')).join('-');
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const name = first?.source === 'changes' ? `changes-${numbers}` : numbers;
  return `${folder}${hour}/${name}.jsonl.gz`;
};
