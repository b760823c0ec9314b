import type { Outgoing, OutgoingInit } from '../outgoing/outgoing.ts';
import { type JsonObject, messageOf, readAnswer } from './answers.ts';
import { ConnectorError } from './connector.ts';

/** Hands a message to a service and reports a refusal in the words of the service. */
export const sendRequest = async (
  outgoing: Outgoing,
  url: string,
  { json, ...init }: OutgoingInit & { json?: unknown },
): Promise<JsonObject> => {
  const response = await outgoing.fetch(url, {
    method: 'POST',
    ...init,
    ...(json === undefined
      ? {}
      : { body: JSON.stringify(json), headers: { 'content-type': 'application/json', ...init.headers } }),
  });
  const answer = await readAnswer(response);
  if (response.ok) return answer;
  const message = messageOf(answer) ?? `The service answered with ${response.status}.`;
  if (response.status === 429) throw new ConnectorError('rate_limit_exceeded', message);
  if (response.status === 401 || response.status === 403)
    throw new ConnectorError('authorization_failed', message);
  throw new ConnectorError(response.status < 500 ? 'invalid_request_parameters' : 'general', message);
};

export const basic = (name: string, password: string) => `Basic ${btoa(`${name}:${password}`)}`;
