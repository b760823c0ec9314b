import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export type HeaderFields = Record<string, string | string[]>;

/** Headers of a single connection, which are not forwarded (RFC 9110 section 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Begins every cookie of ours, so that the origin neither sees nor sets one. */
export const ownCookie = 'gatehouse_site';
const isOwnCookie = (cookie: string) =>
  cookie
    .trim()
    .toLowerCase()
    .replace(/^__(?:host|secure)-/, '')
    .startsWith(ownCookie);

/**
 * Headers that only the proxy may set. Some servers read an underscore like a hyphen, so a header with one is treated
 * the same.
 */
const isOurs = (name: string) =>
  /^(?:(?:x-)?gatehouse-|x-forwarded-|forwarded$|x-real-ip$)/.test(name.replaceAll('_', '-'));

/** The headers of a request as the origin gets them. */
export const toOrigin = (
  request: IncomingMessage,
  { origin, address, identity }: { origin: URL; address: URL; identity: HeaderFields },
): HeaderFields => {
  const { headers, socket } = request;
  const fields = endToEnd(request.rawHeaders, headers, name => !isOurs(name) && name !== 'expect');
  const cookies = (headers.cookie ?? '').split(';').filter(cookie => cookie.trim() && !isOwnCookie(cookie));
  delete fields.cookie;
  const came = socket.remoteAddress ?? '';
  const before = headers['x-forwarded-for'];
  return {
    ...fields,
    host: origin.host,
    ...(cookies.length > 0 ? { cookie: cookies.join(';').trim() } : {}),
    // The framing is set here, whatever the method and whatever `Connection` drops. A body without a length would
    // reach the origin as the next request.
    ...framingOf(headers),
    via: [headers.via, viaOf(address)].filter(Boolean).join(', '),
    'x-forwarded-for': [before, came].flat().filter(Boolean).join(', '),
    'x-forwarded-host': address.host,
    'x-forwarded-proto': address.protocol.slice(0, -1),
    ...identity,
  };
};

const framingOf = (headers: IncomingHttpHeaders): HeaderFields => {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  const { 'content-length': length } = headers;
  return length === undefined ? {} : { 'content-length': length };
};

const viaOf = (address: URL) => `1.1 ${address.hostname}`;

/** The request has been here before: the origin leads back to us. */
export const isLoop = ({ headers }: IncomingMessage, address: URL) =>
  (headers.via ?? '').split(',').some(hop => hop.trim() === viaOf(address));

/** The headers of an answer as the browser gets them. */
export const toBrowser = (
  answer: IncomingMessage,
  { origin, address, isGuarded }: { origin: URL; address: URL; isGuarded: boolean },
): HeaderFields => {
  const { location, 'cache-control': caching } = answer.headers;
  // Other ways to reach the origin are ways around us.
  const fields = endToEnd(answer.rawHeaders, answer.headers, name => name !== 'alt-svc');
  const cookies = [fields['set-cookie'] ?? []].flat().filter(cookie => !isOwnCookie(cookie));
  delete fields['set-cookie'];
  return {
    ...fields,
    ...(cookies.length > 0 ? { 'set-cookie': cookies.map(forThisHost) } : {}),
    ...(location ? { location: throughUs(location, origin, address) } : {}),
    ...(isGuarded ? { 'cache-control': keptPrivate(caching) } : {}),
  };
};

const endToEnd = (
  raw: readonly string[],
  { connection }: IncomingHttpHeaders,
  isWanted: (name: string) => boolean,
) => {
  const named = (connection ?? '').split(',').map(name => name.trim().toLowerCase());
  const fields: HeaderFields = {};
  for (let index = 0; index < raw.length; index += 2) {
    const [name, value] = [raw[index]!.toLowerCase(), raw[index + 1]!];
    if (hopByHop.has(name) || named.includes(name) || !isWanted(name)) continue;
    const known = fields[name];
    fields[name] = known === undefined ? value : [known, value].flat();
  }
  return fields;
};

/** Cookies for a whole domain would reach the sites of others. Those for the host of the origin would reach no site. */
const forThisHost = (cookie: string) => cookie.replace(/;\s*domain=[^;]*/gi, '');

const throughUs = (location: string, origin: URL, address: URL) => {
  const target = URL.parse(location);
  if (target?.origin !== origin.origin) return location;
  return `${address.origin}${target.pathname}${target.search}${target.hash}`;
};

/** Pages that require a sign-in must not be stored by a shared cache. */
const keptPrivate = (caching: string | undefined) => {
  const directives = (caching ?? '').split(',').map(directive => directive.trim());
  if (directives.some(directive => /^(?:private|no-store)\b/i.test(directive))) return caching!;
  const rest = directives.filter(directive => directive && !/^(?:public|s-maxage|proxy-)/i.test(directive));
  return ['private', ...rest].join(', ');
};
