import { createHash, createHmac } from 'node:crypto';

export type AwsCredentials = {
  service: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};
type Request = { method: string; url: URL; body?: Buffer; date: Date; headers?: Record<string, string> };

const algorithm = 'AWS4-HMAC-SHA256';
const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** The headers of a request to Amazon without a query, and those of AWS Signature Version 4 that vouch for all of them. */
export const signRequest = (
  request: Request,
  { service, region, accessKeyId, secretAccessKey }: AwsCredentials,
) => {
  const { method, url, body, date, headers = {} } = request;
  const timestamp = date.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = timestamp.slice(0, 8);
  const bodyHash = hash(body ?? '');
  const sent = { ...headers, 'x-amz-content-sha256': bodyHash, 'x-amz-date': timestamp };
  const signed = Object.entries({ ...sent, host: url.host }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    method,
    url.pathname,
    '',
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    bodyHash,
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key as Buffer, [algorithm, timestamp, scope, hash(canonical)].join('\n'));
  return {
    ...sent,
    authorization: `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature.toString('hex')}`,
  };
};
