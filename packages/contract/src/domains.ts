import { z } from 'zod';

export const domainStatuses = ['PendingVerification', 'PendingSsl', 'Active', 'Error'] as const;
export const domainStatus = z.enum(domainStatuses);
export type DomainStatus = z.infer<typeof domainStatus>;

export const dnsRecord = z.strictObject({ name: z.string(), type: z.string(), value: z.string() });
export type DnsRecord = z.infer<typeof dnsRecord>;
