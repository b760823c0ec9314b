import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

type Parameters = URLSearchParams;

const longestBody = 56 * 1024;
const formType = 'application/x-www-form-urlencoded';

/** Pages of a browser: their cookies do not come with a form of another site, but with the address it is sent on to. */
const pages = new Set(['/auth', '/session/end']);

/**
 * Accepts requests of this dialect that the library does not: JSON bodies, and forms where it only reads the URL.
 * Returns the request to continue with, or nothing if it was answered here. The URL is relative to `/oidc`.
 */
export const welcome = async (
  request: IncomingMessage,
  response: ServerResponse,
  mountPoint: string,
): Promise<IncomingMessage | undefined> => {
  const { method, url = '', headers } = request;
  if (method !== 'POST') return request;
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const isPage = pages.has(path);
  if (type !== 'application/json' && !(isPage && type === formType)) return request;
  const text = await readText(request);
  const parameters =
    text === undefined ? undefined : type === formType ? new URLSearchParams(text) : fromJson(text);
  if (!parameters) return refuse(response);
  if (!isPage) return replay(request, parameters.toString());
  for (const [name, value] of new URLSearchParams(query)) parameters.append(name, value);
  response
    .writeHead(303, { location: `${mountPoint}${path}?${parameters}`, 'cache-control': 'no-store' })
    .end();
  return undefined;
};

const readText = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > longestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

/** An object of texts, numbers and truth values, or lists of them; nothing else could be a parameter. */
const fromJson = (text: string): Parameters | undefined => {
  const parameters = new URLSearchParams();
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
    for (const [name, values] of Object.entries(body)) {
      for (const value of [values].flat()) {
        if (typeof value === 'object') return undefined;
        parameters.append(name, String(value));
      }
    }
    return parameters;
  } catch {
    return undefined;
  }
};

/** The same request with the body as a form. What was read from a socket cannot be put back into it. */
const replay = (request: IncomingMessage, form: string): IncomingMessage => {
  const { method, url, socket, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const body = Buffer.from(form);
  const headers = {
    ...request.headers,
    'content-type': formType,
    'content-length': String(body.length),
    'transfer-encoding': undefined,
  };
  const { originalUrl } = request as { originalUrl?: string };
  const like = { method, url, originalUrl, socket, httpVersion, httpVersionMajor, httpVersionMinor, headers };
  return Object.assign(Readable.from([body], { objectMode: false }), like) as unknown as IncomingMessage;
};

const refuse = (response: ServerResponse) => {
  const message = 'failed to parse the request body';
  const body = {
    code: 'oidc.invalid_request',
    message,
    error: 'invalid_request',
    error_description: message,
  };
  // The unread rest of the body must not be parsed as the next request.
  const headers = { 'content-type': 'application/json; charset=utf-8', connection: 'close' };
  response.writeHead(400, headers).end(JSON.stringify(body));
  return undefined;
};
