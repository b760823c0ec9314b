import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';
import type { Environment } from '../env.ts';
import type { Logger } from '../log.ts';

type Settings = Pick<Environment, 'TRUST_PROXY' | 'GATEHOUSE_COUNTRY_HEADER' | 'GATEHOUSE_CITY_HEADER'>;
type Request = Pick<IncomingMessage, 'headers' | 'socket'>;

const throughProxy = new WeakSet<object>();

/** Proxies add these: a request that carries one of them was made somewhere else. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

/**
 * Reads the headers in which proxies name the client, once, at the entrance. Afterwards `host` is the host that the
 * browser asked for and `x-forwarded-for` holds one address, or is missing if the peer is the client. Headers of a
 * peer that is not a trusted proxy are dropped, so that nothing further inside can believe them. Reading them again
 * changes nothing.
 */
export const createForwardedReader = (settings: Settings, logger: Logger) => {
  let isWarned = false;
  const isTrusted = trustOf(settings.TRUST_PROXY);
  const placeHeaders = [settings.GATEHOUSE_COUNTRY_HEADER, settings.GATEHOUSE_CITY_HEADER];

  return (request: Request) => {
    const { headers, socket } = request;
    if (proxyHeaders.some(name => headers[name] !== undefined)) throughProxy.add(request);
    const peer = socket.remoteAddress ?? '';
    const forwarded = listOf(headers['x-forwarded-for']).map(withoutPort);
    const hops = hopsOf([peer, ...forwarded.toReversed()], isTrusted);
    const host = listOf(headers['x-forwarded-host']).toReversed()[hops.trusted - 1];
    for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded'])
      delete headers[name];
    if (hops.trusted === 0) for (const name of placeHeaders) if (name) delete headers[name];
    if (hops.trusted === 0 && forwarded.length && !isWarned) {
      isWarned = true;
      logger.warn(
        { peer },
        'a proxy names clients, but TRUST_PROXY does not include it: its headers are ignored',
      );
    }
    if (hops.client !== peer) headers['x-forwarded-for'] = hops.client;
    if (host) headers.host = host;
  };
};

/** The address of the client, as far as trusted proxies name it. */
export const clientAddressOf = ({ headers, socket }: Request) =>
  String(headers['x-forwarded-for'] ?? socket.remoteAddress ?? '');

/** The names and addresses of the machine itself (RFC 6761 section 6.3). */
const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;
export const isLoopback = (hostname: string) => loopback.test(hostname);

/** Whether the console runs for this machine only. */
export const isOnThisMachine = ({ ADMIN_ENDPOINT }: Pick<Environment, 'ADMIN_ENDPOINT'>) =>
  isLoopback(new URL(ADMIN_ENDPOINT).hostname);

/**
 * Whether a program on this machine made the request without a proxy in between. The host is checked too, because a
 * page on the internet can point its own domain name to this machine. A proxy on the same machine may name neither
 * itself nor the host that was asked for. Where the console has a public name, nothing counts as local for this reason.
 */
export const isFromThisMachine = (request: Request, env: Pick<Environment, 'ADMIN_ENDPOINT'>) =>
  isOnThisMachine(env) &&
  isLoopback(request.socket.remoteAddress ?? '') &&
  isLoopback(hostnameOf(request)) &&
  !throughProxy.has(request);

/** The host that the browser asked for. */
export const hostnameOf = ({ headers }: Pick<Request, 'headers'>) =>
  (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();

type Trust = (address: string, hop: number) => boolean;

const trustOf = (setting: Environment['TRUST_PROXY']): Trust => {
  if (typeof setting === 'number') return (_, hop) => hop < setting;
  const ranges = new BlockList();
  for (const range of setting) {
    const [network = '', bits] = range.split('/');
    const family = isIPv4(network) ? 'ipv4' : 'ipv6';
    if (bits === undefined) ranges.addAddress(network, family);
    else ranges.addSubnet(network, Number(bits), family);
  }
  return address => ranges.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
};

/** Walks from the peer towards the client as long as each hop is trusted to name the one before it. */
const hopsOf = (addresses: string[], isTrusted: Trust) => {
  let trusted = 0;
  while (
    trusted < addresses.length &&
    isIP(addresses[trusted] ?? '') &&
    isTrusted(addresses[trusted] ?? '', trusted)
  )
    trusted += 1;
  const known = addresses.slice(0, trusted + 1).filter(address => isIP(address));
  return { trusted, client: known.at(-1) ?? addresses[0] ?? '' };
};

const listOf = (value: string | string[] | undefined) =>
  [value ?? []]
    .flat()
    .flatMap(line => line.split(','))
    .map(part => part.trim())
    .filter(part => part !== '');

/** Some proxies add the port of the connection. */
const withoutPort = (address: string) =>
  address.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
