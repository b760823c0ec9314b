import { X509Certificate } from 'node:crypto';
import { type LookupAddress, lookup } from 'node:dns';
import { lookup as resolve } from 'node:dns/promises';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { isMetadataAddress, isPrivateAddress } from './private-addresses.ts';

export type OutgoingInit = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer | URLSearchParams;
};

export type OutgoingSocket = {
  host: string;
  port: number;
  isEncrypted: boolean;
  /** Trusted instead of the public ones: PEM. */
  certificateAuthority?: string;
};

/** Outgoing requests of the server, to addresses that a tenant may have chosen. */
export type Outgoing = {
  /** One request. Redirects are not followed: they could lead anywhere. */
  fetch(url: string, init?: OutgoingInit): Promise<Response>;
  /** An open connection, for protocols other than HTTP. It ends itself when nothing happens for a while. */
  connect(target: OutgoingSocket): Promise<Socket>;
  /** Connection options for HTTP requests that are proxied unchanged. */
  requestOptions(address: URL): { hostname: string; port: string; lookup: LookupFunction };
  /** The address of a host, for protocols other than HTTP. */
  resolve(host: string): Promise<string>;
  /** The same, for servers whose certificates an authority of one's own has signed: PEM. It is trusted alone. */
  trusting(certificateAuthority: string | undefined): Outgoing;
  /** Maps the hard-coded URL of a provider to the address that a browser should open. */
  addressOf(url: string): string;
};

export type OutgoingOptions = {
  /** On one's own premises yes; in the cloud, tenants must not reach into our network. */
  reachesPrivateNetworks: boolean;
  /** Hosts that may be on a private network where others may not. */
  privateHosts?: readonly string[];
  /** Whether requests may reach the metadata addresses where a cloud hands out credentials. */
  reachesMetadata?: boolean;
  /** Stands in for every https address, for tests: `{standIn}/{host}/{path}`. */
  standIn?: string;
};

const timeoutMs = 10_000;
/** The time an idle connection is kept for the next request. */
const keptMs = 5000;
const keptAuthorities = 100;
const maximumBytes = 2 * 1024 * 1024;

/** Says why a request was not answered, without saying what there is at a private address. */
export class OutgoingError extends Error {
  override name = 'OutgoingError';
}

export const createOutgoing = ({
  reachesPrivateNetworks,
  privateHosts = [],
  reachesMetadata = false,
  standIn,
}: OutgoingOptions): Outgoing => {
  const addressOf = (url: string) =>
    standIn === undefined ? url : url.replace(/^https:\/\//, `${standIn}/`);
  const isAllowed = (address: string, host: string) =>
    reachesPrivateNetworks || privateHosts.includes(host.toLowerCase())
      ? reachesMetadata || !isMetadataAddress(address)
      : !isPrivateAddress(address);
  /**
   * Connections are kept open for the next request, which then looks up no name. Only requests that may go to the same
   * places share them.
   */
  const kept = { keepAlive: true, timeout: keptMs };
  const agents = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) };
  /** Checked when the name is looked up for this very connection: a name that changes in between leads nowhere. */
  const guardedLookup: LookupFunction = (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const allowed = (addresses ?? []).filter(({ address }) => isAllowed(address, hostname));
      const [first] = allowed;
      if (error || !first) return done(error ?? refused(hostname), '');
      if (options.all) return done(null, allowed as LookupAddress[]);
      return done(null, first.address, first.family);
    });

  const requestOptions = (address: URL) => {
    if (!/^https?:$/.test(address.protocol)) throw refused(address.href);
    const hostname = address.hostname.replace(/^\[|\]$/g, '');
    // A bare address is never looked up.
    if (isIP(hostname) && !isAllowed(hostname, hostname)) throw refused(hostname);
    return { hostname, port: address.port, lookup: guardedLookup };
  };

  /** Each has its own object: what is cached about a server must not be shared beyond the callers that trust it. */
  const byAuthority = new LRUCache<string, Outgoing>({ max: keptAuthorities });
  const trusting = (authority: string): Outgoing => {
    const known = byAuthority.get(authority);
    if (known) return known;
    requireCertificate(authority);
    const created = build(authority);
    byAuthority.set(authority, created);
    return created;
  };

  const build = (authority?: string): Outgoing => ({
    addressOf,
    requestOptions,
    trusting: wanted => (wanted ? trusting(wanted) : everybody),
    async resolve(host) {
      const addresses = await resolve(host, { all: true });
      const found = addresses.find(({ address }) => isAllowed(address, host));
      if (!found) throw refused(host);
      return found.address;
    },
    async connect(target) {
      if (isIP(target.host) && !isAllowed(target.host, target.host)) throw refused(target.host);
      const certificateAuthority = target.certificateAuthority ?? authority;
      return open({ ...target, certificateAuthority }, guardedLookup);
    },
    async fetch(url, init = {}) {
      const address = new URL(addressOf(url));
      const { lookup: guarded } = requestOptions(address);
      const agent = agents[address.protocol as keyof typeof agents];
      return send(address, init, { lookup: guarded, agent, ca: authority });
    },
  });
  const everybody = build();
  return everybody;
};

const requireCertificate = (authority: string) => {
  try {
    // Files of authorities have notes above their certificates.
    const [, ...certificates] = ` ${authority}`.split(/(?=-----BEGIN )/);
    for (const certificate of certificates) new X509Certificate(certificate);
  } catch (error) {
    throw new OutgoingError('The certificate authority is not a certificate in PEM form', { cause: error });
  }
};

const refused = (host: string) => new OutgoingError(`${host} is not an address that can be reached`);

/** An untrusted certificate is the one error that the person who chose the address can fix. */
const failureOf = (host: string, cause: NodeJS.ErrnoException) => {
  const isCertificate = /CERT|^ERR_TLS|LEAF_SIGNATURE/.test(cause.code ?? '');
  const what = isCertificate ? 'has a certificate that is not trusted' : 'did not answer';
  return new OutgoingError(`${host} ${what}`, { cause });
};

/** Leaves out advice on starting the process, and positions in the source code of OpenSSL. */
export const plainMessage = (message: string) =>
  message
    .replace(/; if the root CA is installed locally.*/s, '')
    .replace(/^.*SSL routines:[^:]*:([^:]*):.*/s, '$1');

/** Explains a failed request or connection to the person who chose the address. */
export const reasonOf = (error: unknown) => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.name === 'TimeoutError'
    ? `${error.message} in time`
    : `${error.message}: ${plainMessage(cause.message)}`;
};

const open = ({ host, port, isEncrypted, certificateAuthority }: OutgoingSocket, guarded: LookupFunction) =>
  new Promise<Socket>((done, fail) => {
    const address = { host, port, lookup: guarded };
    const socket = isEncrypted
      ? connectTls({ ...address, ca: certificateAuthority, servername: isIP(host) ? undefined : host })
      : connectTcp(address);
    const failed = (cause: Error) => fail(failureOf(`${host}:${port}`, cause));
    socket.setTimeout(timeoutMs, () => socket.destroy(new DOMException('It took too long.', 'TimeoutError')));
    socket.once('error', failed);
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      socket.off('error', failed);
      done(socket);
    });
  });

const send = (
  address: URL,
  { method = 'GET', headers = {}, body }: OutgoingInit,
  way: { lookup: LookupFunction; agent: HttpAgent; ca?: string },
) =>
  new Promise<Response>((done, fail) => {
    const bytes = body instanceof URLSearchParams ? body.toString() : body;
    const isForm = body instanceof URLSearchParams;
    const request = (address.protocol === 'https:' ? requestHttps : requestHttp)(address, {
      ...way,
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        'user-agent': 'Gatehouse',
        ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(bytes === undefined ? {} : { 'content-length': `${Buffer.byteLength(bytes)}` }),
        ...headers,
      },
    });
    request.on('error', error => fail(failureOf(address.host, error)));
    request.on('response', response => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maximumBytes) request.destroy(new Error('the answer is too long'));
        else chunks.push(chunk);
      });
      response.on('error', fail);
      response.on('end', () => {
        const { statusCode: status = 502 } = response;
        const isEmpty = [204, 205, 304].includes(status);
        const type = response.headers['content-type'];
        done(
          new Response(isEmpty ? null : Buffer.concat(chunks), {
            status,
            headers: type ? { 'content-type': type } : {},
          }),
        );
      });
    });
    request.end(bytes);
  });
