import { randomBytes } from 'node:crypto';
import type { DnsRecord } from '@gatehouse/contract/domains.ts';
import type { DomainProblem } from '../database/configuration-tables.ts';
import type { Dns } from './dns.ts';
import type { KnownDomain } from './hostnames.ts';

const prefix = 'gatehouse-verification=';

/** A value that only the owner of a domain can put into DNS, and only this tenant knows. */
export const createProof = (domain: string): DnsRecord => ({
  name: `_gatehouse.${domain}`,
  type: 'TXT',
  value: `${prefix}${randomBytes(16).toString('hex')}`,
});

export const recordOf = ({ dnsRecords }: Pick<KnownDomain, 'dnsRecords'>, type: string): DnsRecord =>
  dnsRecords.find(record => record.type === type) ?? { name: '', type, value: '' };

/** Returns undefined when the DNS record is correct, otherwise the problem. */
export const checkProof = async (
  dns: Dns,
  { name, value }: DnsRecord,
): Promise<DomainProblem | undefined> => {
  const found = await dns.txt(name);
  if (found.includes(value)) return undefined;
  const ours = found.find(text => text.startsWith(prefix));
  return ours === undefined
    ? { code: 'domain.proof_missing', data: { name } }
    : { code: 'domain.proof_different', data: { name, found: ours } };
};
