import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { Environment } from '../env.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** What proxies add: a request that carries one of them came from somewhere else. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

/** Whether a name or an address means the machine itself (RFC 6761 section 6.3). */
const isLocalHostname = (hostname: string) => {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
};

/**
 * Whether a request was made on the machine itself: by its peer, by the host that it asks for, so that a page on a
 * name that somebody points here does not count, and with no proxy in between.
 */
export const isLocalRequest = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>) =>
  isLoopback(socket.remoteAddress ?? '') &&
  isLocalHostname((headers.host ?? '').replace(/:\d+$/, '')) &&
  forwardingHeaders.every(name => headers[name] === undefined);

/** Whoever tries the product on their own machine needs no code; everybody else shows that they can read its log. */
export const needsSetupCode = (
  { ADMIN_ENDPOINT }: Pick<Environment, 'ADMIN_ENDPOINT'>,
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
) => !isLocalHostname(new URL(ADMIN_ENDPOINT).hostname) || !isLocalRequest(request);

const isLoopback = (address: string) => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return loopback.check(plain, 'ipv4');
  return isIPv6(plain) && loopback.check(plain, 'ipv6');
};
