import type { IncomingMessage } from 'node:http';
import { ownCookie } from './headers.ts';

const names = { session: ownCookie, browser: `${ownCookie}_browser` } as const;
type Kind = keyof typeof names;

/** Browsers take a cookie with this prefix from its own host alone, and over TLS alone. */
const securePrefix = '__Host-';

const nameOf = (address: URL, kind: Kind) =>
  `${address.protocol === 'https:' ? securePrefix : ''}${names[kind]}`;

export const cookieOf = ({ headers }: IncomingMessage, address: URL, kind: Kind): string | undefined =>
  new RegExp(`(?:^|;\\s*)${nameOf(address, kind)}=([\\w.-]+)`).exec(headers.cookie ?? '')?.[1];

export const printCookie = (address: URL, kind: Kind, value: string, seconds: number) => {
  const secure = address.protocol === 'https:' ? '; Secure' : '';
  return `${nameOf(address, kind)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
};
