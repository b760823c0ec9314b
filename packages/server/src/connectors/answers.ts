import { ConnectorError } from './connector.ts';

export type JsonObject = Record<string, unknown>;

/** Parses a provider's response into an object. Form-encoded responses are accepted, too. */
export const readAnswer = async (response: Response): Promise<JsonObject> => {
  const body = await response.text();
  try {
    const parsed: unknown = JSON.parse(body);
    if (isObject(parsed)) return parsed;
    return { value: parsed };
  } catch {
    if (/^[\w.%+-]+=/.test(body)) return Object.fromEntries(new URLSearchParams(body));
    return {};
  }
};

/** Refuses what is not a success, in the words of the provider. */
export const requireSuccess = (response: Response, answer: JsonObject) => {
  if (response.ok) return;
  const said = messageOf(answer);
  const message = said ?? `The provider answered with ${response.status}.`;
  if (response.status === 429) throw new ConnectorError('rate_limit_exceeded', message);
  if (response.status === 401 || response.status === 403)
    throw new ConnectorError('authorization_failed', message);
  throw new ConnectorError(response.status >= 500 ? 'general' : 'invalid_response', message);
};

/** Providers say what is wrong in many places. */
export const messageOf = (answer: JsonObject): string | undefined => {
  for (const name of ['error_description', 'message', 'Message', 'error-text', 'errmsg', 'detail', 'error'])
    if (textOf(answer[name])) return textOf(answer[name]);
  if (isObject(answer.error)) return messageOf(answer.error);
  if (isObject(answer.Error)) return messageOf(answer.Error);
  const [first] = Array.isArray(answer.errors) ? answer.errors : [];
  return isObject(first) ? messageOf(first) : undefined;
};

export const textOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** An ID may be a number. Without one there is no account. */
export const idOf = (value: unknown): string => {
  if (typeof value === 'number') return `${value}`;
  const id = textOf(value);
  if (!id) throw new ConnectorError('invalid_response', 'The provider did not say who it is.');
  return id;
};

/** Some providers write booleans as strings. */
export const isTrue = (value: unknown) => value === true || value === 'true' || value === 1;
