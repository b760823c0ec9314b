import { z } from 'zod';
import { id, timestamp } from './fields.ts';
import { patterns } from './patterns.ts';

export const domainStatuses = ['PendingVerification', 'PendingSsl', 'Active', 'Error'] as const;
export const domainStatus = z.enum(domainStatuses);
export type DomainStatus = z.infer<typeof domainStatus>;

/** First the owner is proved, then the certificate made. Anything can fail, and be tried again from the start. */
const nextDomainStatuses: Readonly<Record<DomainStatus, readonly DomainStatus[]>> = {
  PendingVerification: ['PendingSsl', 'Active', 'Error'],
  PendingSsl: ['PendingVerification', 'Active', 'Error'],
  Active: ['PendingVerification', 'PendingSsl', 'Error'],
  Error: ['PendingVerification', 'PendingSsl', 'Active'],
};

export const canMoveDomain = (from: DomainStatus, to: DomainStatus) => nextDomainStatuses[from].includes(to);

export const dnsRecord = z.strictObject({ name: z.string(), type: z.string(), value: z.string() });
export type DnsRecord = z.infer<typeof dnsRecord>;

export const domain = z.object({
  tenantId: id,
  id,
  domain: z.string().min(1).max(256).regex(patterns.subdomain, { error: 'validation.domain' }),
  status: domainStatus,
  errorMessage: z.string().max(1024).nullable(),
  dnsRecords: z.array(dnsRecord),
  cloudflareData: z.record(z.string(), z.unknown()).nullable(),
  createdAt: timestamp,
});
export type Domain = z.infer<typeof domain>;

export const createDomain = z.strictObject(domain.pick({ domain: true }).shape);
