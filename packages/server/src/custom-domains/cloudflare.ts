import type { DomainStatus } from '@gatehouse/contract/domains.ts';
import { z } from 'zod';
import type { DomainProblem } from '../database/configuration-tables.ts';
import { RequestError } from '../request-error.ts';
import type { Dns } from './dns.ts';
import type { Hostnames, KnownDomain, Standing } from './hostnames.ts';
import { checkProof, createProof, recordOf } from './ownership.ts';

type Account = { dns: Dns; token: string; zoneId: string; target: string; apiUrl: string | undefined };

const answerTimeMs = 10_000;
const duplicateHostname = 1406;

const messages = z.array(z.string()).optional();
const hostname = z.object({
  id: z.string(),
  status: z.string(),
  verification_errors: messages,
  ssl: z.object({
    status: z.string(),
    validation_errors: z.array(z.object({ message: z.string() })).optional(),
  }),
});
type Hostname = z.infer<typeof hostname>;
const failure = z.object({ errors: z.array(z.object({ code: z.number(), message: z.string() })) });

/** Cloudflare for SaaS: its network checks where the domain leads, gets the certificates and hands requests on to us. */
export const createCloudflare = ({ dns, token, zoneId, target, apiUrl }: Account): Hostnames => {
  const hostnames = `${apiUrl ?? 'https://api.cloudflare.com/client/v4'}/zones/${zoneId}/custom_hostnames`;

  const ask = async (method: string, path: string, body?: unknown): Promise<Hostname | undefined> => {
    const response = await fetch(`${hostnames}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerTimeMs),
    }).catch(cause => {
      throw new RequestError('domain.cloudflare_unknown_error', { cause });
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.status === 404) return undefined;
    if (!response.ok) throw refusal(response.status, answer);
    if (method === 'DELETE') return undefined;
    const parsed = z.object({ result: hostname }).safeParse(answer);
    if (!parsed.success) throw new RequestError('domain.cloudflare_unknown_error', { cause: parsed.error });
    return parsed.data.result;
  };

  /** Cloudflare accepts a name once, so only the verified owner may register it there. */
  const take = async ({ domain, dnsRecords }: KnownDomain): Promise<Standing> => {
    const problem = await checkProof(dns, recordOf({ dnsRecords }, 'TXT'));
    if (problem) {
      const isMissing = problem.code === 'domain.proof_missing';
      return { status: isMissing ? 'PendingVerification' : 'Error', problems: [problem] };
    }
    const ssl = { method: 'http', type: 'dv', settings: { min_tls_version: '1.2' } };
    const made = await ask('POST', '', { hostname: domain, ssl }).catch((error: unknown) => {
      if (error instanceof RequestError && error.code === 'domain.hostname_already_exists') return error.code;
      throw error;
    });
    if (typeof made === 'string') return { status: 'Error', problems: [{ code: made }] };
    if (!made) throw new RequestError('domain.cloudflare_response_error');
    return { status: statusOf(made), problems: problemsOf(made), data: { id: made.id } };
  };

  return {
    async register(domain) {
      const dnsRecords = [{ name: domain, type: 'CNAME', value: target }, createProof(domain)];
      return { dnsRecords, data: null };
    },

    async inspect(known) {
      const id = known.data?.id;
      if (typeof id !== 'string') return take(known);
      const found = await ask('GET', `/${encodeURIComponent(id)}`);
      if (!found) return { status: 'Error', problems: [{ code: 'domain.cloudflare_not_found' }] };
      return { status: statusOf(found), problems: problemsOf(found) };
    },

    async release(data) {
      if (typeof data?.id === 'string') await ask('DELETE', `/${encodeURIComponent(data.id)}`);
    },
  };
};

const refusal = (status: number, answer: unknown) => {
  const errors = failure.safeParse(answer).data?.errors ?? [];
  if (errors.some(({ code }) => code === duplicateHostname))
    return new RequestError('domain.hostname_already_exists');
  const cause = new Error(
    `Cloudflare answered ${status}: ${errors.map(({ message }) => message).join('; ')}`,
  );
  return new RequestError('domain.cloudflare_response_error', { cause });
};

const statusOf = ({ status, ssl }: Hostname): DomainStatus => {
  if (['blocked', 'deleted', 'moved'].includes(status) || ssl.status.endsWith('timed_out')) return 'Error';
  if (status !== 'active') return 'PendingVerification';
  return ssl.status === 'active' ? 'Active' : 'PendingSsl';
};

const problemsOf = ({ status, verification_errors, ssl }: Hostname): DomainProblem[] => {
  if (status === 'active' && ssl.status === 'active') return [];
  const reasons = [
    ...(verification_errors ?? []),
    ...(ssl.validation_errors ?? []).map(({ message }) => message),
  ];
  return reasons.map(reason => ({ code: 'domain.provider_complaint', data: { reason } }));
};
