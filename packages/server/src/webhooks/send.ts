import { createHmac } from 'node:crypto';
import { brand, headers as headerNames } from '@gatehouse/contract/dialect.ts';
import type { Hook, HookDelivery } from '@gatehouse/contract/hooks.ts';
import { maskSecret } from '../http/reveal.ts';
import { type Outgoing, reasonOf } from '../outgoing/outgoing.ts';

export type HookBody = NonNullable<HookDelivery['payload']['hookRequest']>['body'];

/** The result of one request, as stored in its log entry. */
export type Sent = Pick<
  HookDelivery['payload'],
  'result' | 'error' | 'hookRequest' | 'response' | 'latencyMs'
>;

/** Enough to see what went wrong, without storing a whole page of a receiver. */
const keptResponseLength = 8192;

/** One signed request to the receiver of a webhook. Never throws: what went wrong is in the result. */
export const sendToHook = async (
  outgoing: Outgoing,
  { config, signingKey }: Pick<Hook, 'config' | 'signingKey'>,
  body: HookBody,
): Promise<Sent> => {
  const text = JSON.stringify(body);
  const headersWith = (own: Record<string, string> = {}) => ({
    'user-agent': brand,
    ...own,
    'content-type': 'application/json; charset=utf-8',
    ...(signingKey ? signatureOf(text, signingKey) : {}),
  });
  const hookRequest = { url: config.url, headers: headersWith(maskAll(config.headers)), body };
  const startedAt = performance.now();
  const latencyMs = () => Math.round(performance.now() - startedAt);
  try {
    const response = await outgoing.trusting(config.certificateAuthority).fetch(config.url, {
      method: 'POST',
      headers: headersWith(config.headers),
      body: text,
    });
    const answer = { statusCode: response.status, body: await readAnswer(response) };
    const sent = { hookRequest, response: answer, latencyMs: latencyMs() };
    if (response.ok) return { result: 'Success', ...sent };
    return { result: 'Error', error: `The endpoint answered with ${response.status}.`, ...sent };
  } catch (error) {
    return { result: 'Error', error: reasonOf(error), hookRequest, latencyMs: latencyMs() };
  }
};

/** Receivers written for the dialect look for its header; both say the same. */
export const signatureOf = (text: string, signingKey: string) => {
  const signature = createHmac('sha256', signingKey).update(text).digest('hex');
  return { [headerNames.webhookSignature]: signature, [headerNames.webhookSignatureDialect]: signature };
};

const maskAll = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, maskSecret(value)]));

/** A response too long to store whole stays text, because a truncated object would be invalid JSON. */
const readAnswer = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  if (text.length > keptResponseLength) return text.slice(0, keptResponseLength);
  const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
  return isJson ? parsed(text) : text;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
