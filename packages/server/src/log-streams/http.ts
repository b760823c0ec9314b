import type { LogStreamConfig } from '@gatehouse/contract/log-streams.ts';
import { type Outgoing, OutgoingError } from '../outgoing/outgoing.ts';
import { signatureOf } from '../webhooks/send.ts';
import { jsonLines, presentEntry } from './entries.ts';
import type { Batch, OpenStream } from './open-stream.ts';

type HttpStream = OpenStream<Extract<LogStreamConfig, { kind: 'http' }>>;

const contentTypes = { 'json-lines': 'application/x-ndjson', 'json-array': 'application/json' } as const;

/** One signed request; any answer of the 200s says that the batch has arrived. */
export const sendByHttp = async (
  outgoing: Outgoing,
  { config, secrets, signingKey }: HttpStream,
  { entries }: Batch,
) => {
  const text =
    config.format === 'json-lines' ? jsonLines(entries) : JSON.stringify(entries.map(presentEntry));
  const { bearerToken, headers } = secrets;
  const response = await outgoing.trusting(config.certificateAuthority).fetch(config.url, {
    method: 'POST',
    headers: {
      ...(bearerToken ? { authorization: `Bearer ${bearerToken}` } : {}),
      ...headers,
      'content-type': contentTypes[config.format],
      ...(signingKey ? signatureOf(text, signingKey) : {}),
    },
    body: text,
  });
  await requireSuccess(response);
};

/** Answers of receivers can be long; their beginning says enough. */
const shownLength = 200;

export const requireSuccess = async (response: Response) => {
  if (response.ok) return;
  const said = (await response.text()).replace(/\s+/g, ' ').trim().slice(0, shownLength);
  throw new OutgoingError(`The destination answered with ${response.status}${said ? `: ${said}` : '.'}`);
};
