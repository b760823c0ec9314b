import { z } from 'zod';
import { type AwsCredentials, signRequest } from '../outgoing/aws-signature.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { secretItem, text, textItem } from './connector.ts';
import { sendRequest } from './send-request.ts';
import type { ConnectorWords } from './words.ts';

export const amazonConfig = {
  accessKeyId: text,
  accessKeySecret: text,
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/),
};

export const amazonItems = (t: ConnectorWords) => [
  textItem('accessKeyId', t('labels.access_key_id')),
  secretItem('accessKeySecret', t('labels.secret_access_key')),
  textItem('region', t('labels.region'), { placeholder: 'eu-central-1' }),
];

type Config = { accessKeyId: string; accessKeySecret: string; region: string };

/** A signed request to a service of Amazon. */
export const sendToAmazon = (
  outgoing: Outgoing,
  { accessKeyId, accessKeySecret, region }: Config,
  { service, url, body, type }: { service: string; url: string; body: string; type: string },
) => {
  const credentials: AwsCredentials = { service, region, accessKeyId, secretAccessKey: accessKeySecret };
  const headers = { 'content-type': type };
  const signed = signRequest(
    { method: 'POST', url: new URL(url), body: Buffer.from(body), headers, date: new Date() },
    credentials,
  );
  return sendRequest(outgoing, url, { body, headers: signed });
};
