import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { patterns } from './patterns.ts';

export const domainStatuses = ['PendingVerification', 'PendingSsl', 'Active', 'Error'] as const;
export const domainStatus = z.enum(domainStatuses);
export type DomainStatus = z.infer<typeof domainStatus>;

/** A verified domain is served here, even while its certificate is pending. */
export const verifiedStatuses: readonly DomainStatus[] = ['PendingSsl', 'Active'];

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

export const verificationFileTypes = ['text/plain', 'application/json'] as const;

/** A file that another service asks to find under the domain, to see who owns it. */
const verificationFile = z.strictObject({
  path: z
    .string()
    .max(256)
    .regex(/^\/[\w\-./]+$/, { error: 'validation.invalid' })
    .refine(path => !path.includes('..'), { error: 'validation.invalid' }),
  content: z.string().max(16 * 1024),
  contentType: z.enum(verificationFileTypes),
});
export const verificationFiles = z.array(verificationFile).max(10);

const shown = domain.omit({ tenantId: true, cloudflareData: true });
const read = 'domains:read';
const write = 'domains:write';
const change = 'domain';

export const domains = defineRows({
  list: {
    method: 'get',
    path: '/domains',
    summary: 'List custom domains',
    response: z.array(shown),
    status: 200,
    permission: read,
  },
  create: {
    method: 'post',
    path: '/domains',
    summary: 'Add a custom domain',
    body: createDomain,
    response: shown,
    status: 201,
    permission: write,
    quota: ['customDomainsLimit'],
    change,
    errors: ['domain.domain_is_not_allowed', 'domain.hostname_already_exists', 'domain.exceed_domain_limit'],
  },
  read: {
    method: 'get',
    path: '/domains/:id',
    summary: 'Read a custom domain',
    response: shown,
    status: 200,
    permission: read,
  },
  check: {
    method: 'post',
    path: '/domains/:id/check',
    summary: 'Check the DNS records and certificate of a custom domain now',
    response: shown,
    status: 200,
    permission: write,
  },
  delete: {
    method: 'delete',
    path: '/domains/:id',
    summary: 'Delete a custom domain',
    status: 204,
    permission: write,
    change,
  },
  deleteStale: {
    method: 'post',
    path: '/domains/cleanup',
    summary: 'Delete custom domains that never became active',
    body: z.strictObject({ staleDays: z.number().int().min(1).max(36_500) }),
    response: z.object({
      scannedCount: z.number().int(),
      deletedCount: z.number().int(),
      skippedActiveCount: z.number().int(),
      failedCount: z.number().int(),
    }),
    status: 200,
    permission: write,
    change,
  },
  listVerificationFiles: {
    method: 'get',
    path: '/domains/:id/verification-files',
    summary: 'List the verification files of a custom domain',
    response: verificationFiles,
    status: 200,
    permission: read,
  },
  replaceVerificationFiles: {
    method: 'put',
    path: '/domains/:id/verification-files',
    summary: 'Replace the verification files of a custom domain',
    body: z.strictObject({ verificationFiles }),
    response: verificationFiles,
    status: 200,
    permission: write,
    change,
    unknown: ['entity.not_exists'],
  },
});

/** A tenant can have this many, whatever its plan. */
export const maximumDomains = 10;
