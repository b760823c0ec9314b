import type { DnsRecord, DomainStatus } from '@gatehouse/contract/domains.ts';
import type { DomainProblem } from '../database/configuration-tables.ts';
import type { JsonObject } from '../database/row-types.ts';

export type Standing = {
  status: DomainStatus;
  problems: DomainProblem[];
  /** State that the service needs at the next inspection. */
  data?: JsonObject;
};

export type KnownDomain = {
  domain: string;
  status: DomainStatus;
  dnsRecords: DnsRecord[];
  /** State that the service returned from the last inspection. */
  data: JsonObject | null;
};

/** Manages custom domains: verifies ownership and gets certificates. */
export type Hostnames = {
  /** Returns the DNS records that the owner must add so that the domain points to `target`. */
  register(domain: string, target: string): Promise<{ dnsRecords: DnsRecord[]; data: JsonObject | null }>;
  /** Throws if the status cannot be determined right now. */
  inspect(domain: KnownDomain): Promise<Standing>;
  release(data: JsonObject | null): Promise<void>;
};
