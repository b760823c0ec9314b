import { connect } from 'node:tls';
import type { DomainProblem } from '../database/configuration-tables.ts';
import type { Dns } from './dns.ts';
import type { Hostnames } from './hostnames.ts';
import { checkProof, createProof, recordOf } from './ownership.ts';

const maximumHops = 8;
const handshakeMs = 5000;

/** We look up the records, and your own reverse proxy gets a certificate when it is first asked for one. */
export const createOwnProxy = ({ dns, endpoint }: { dns: Dns; endpoint: string }): Hostnames => ({
  async register(domain, target) {
    const dnsRecords = [{ name: domain, type: 'CNAME', value: target }, createProof(domain)];
    return { dnsRecords, data: null };
  },

  async inspect(known) {
    const { domain, status } = known;
    const wasVerified = status === 'PendingSsl' || status === 'Active';
    const problems = (
      await Promise.all([
        checkAddress(dns, domain, recordOf(known, 'CNAME').value),
        // After the first verification, the record can be removed.
        wasVerified ? undefined : checkProof(dns, recordOf(known, 'TXT')),
      ])
    ).filter(problem => problem !== undefined);
    if (problems.length > 0) {
      const isMissing = problems.every(({ code }) => code.endsWith('_missing'));
      return { status: isMissing && !wasVerified ? 'PendingVerification' : 'Error', problems };
    }
    const failure = await shakeHands(endpoint, domain);
    if (failure === undefined) return { status: 'Active', problems };
    return {
      status: 'PendingSsl',
      problems: [{ code: 'domain.certificate_missing', data: { reason: failure } }],
    };
  },

  release: async () => undefined,
});

/** An alias of our host, or a name with our addresses: some DNS providers resolve an alias themselves. */
const checkAddress = async (dns: Dns, domain: string, target: string): Promise<DomainProblem | undefined> => {
  const end = await followAlias(dns, domain, target);
  if (end === target) return undefined;
  const addresses = await dns.addresses(domain);
  if (end === domain && addresses.length === 0)
    return { code: 'domain.address_missing', data: { domain, target } };
  const ours = new Set(addresses.length > 0 ? await dns.addresses(target) : []);
  if (addresses.length > 0 && addresses.every(address => ours.has(address))) return undefined;
  const found = end === domain ? addresses.join(', ') : end;
  return { code: 'domain.address_elsewhere', data: { domain, target, found } };
};

const followAlias = async (dns: Dns, domain: string, target: string) => {
  let name = domain;
  for (let hop = 0; hop < maximumHops && name !== target; hop += 1) {
    const [next] = await dns.cname(name);
    if (next === undefined) return name;
    name = next.toLowerCase();
  }
  return name;
};

/** Asks our own proxy for the domain's certificate, which makes it get one. Resolves to what went wrong. */
const shakeHands = async (endpoint: string, domain: string): Promise<string | undefined> => {
  const { protocol, hostname, port } = new URL(endpoint);
  if (protocol === 'http:') return undefined;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = connect({ host: hostname, port: Number(port || 443), servername: domain }, () =>
    resolve(undefined),
  );
  socket.setTimeout(handshakeMs, () => resolve('no answer'));
  socket.on('error', error => resolve(error.message));
  return promise.finally(() => socket.destroy());
};
