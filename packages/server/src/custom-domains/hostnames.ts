import type { DnsRecord, DomainStatus } from '@gatehouse/contract/domains.ts';
import type { DomainProblem } from '../database/configuration-tables.ts';
import type { JsonObject } from '../database/row-types.ts';

export type Standing = {
  status: DomainStatus;
  problems: DomainProblem[];
  /** What the service wants to be reminded of from now on. */
  data?: JsonObject;
};

export type KnownDomain = {
  domain: string;
  status: DomainStatus;
  dnsRecords: DnsRecord[];
  /** What the service wanted to be reminded of. */
  data: JsonObject | null;
};

/** Manages custom domains: verifies ownership and gets certificates. */
export type Hostnames = {
  /** What the owner has to put into DNS so that the domain leads to `target`. */
  register(domain: string, target: string): Promise<{ dnsRecords: DnsRecord[]; data: JsonObject | null }>;
  /** Throws if the status cannot be determined right now. */
  inspect(domain: KnownDomain): Promise<Standing>;
  release(data: JsonObject | null): Promise<void>;
};
