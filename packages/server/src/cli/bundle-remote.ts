import { CommandError } from './command.ts';

export type Remote = { call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> };

/** The management API of a tenant, for a machine-to-machine application that may exchange bundles. */
export const connectToTenant = async (url?: string, prefix = 'GATEHOUSE'): Promise<Remote> => {
  const endpoint = (url ?? variable('GATEHOUSE_URL')).replace(/\/+$/, '');
  const id = variable(`${prefix}_CLIENT_ID`);
  const secret = variable(`${prefix}_CLIENT_SECRET`);
  const { origin, pathname } = new URL(endpoint);
  const path = `${pathname === '/' ? '' : pathname}/api`;
  const metadata = await ask<{ resource: string }>(`${origin}/.well-known/oauth-protected-resource${path}`);
  const { access_token: token } = await ask<{ access_token: string }>(`${endpoint}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      resource: metadata.resource,
      scope: 'all bundles:read bundles:write',
    }),
  });
  return {
    call: (method, path, body) =>
      ask(`${endpoint}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
  };
};

const variable = (name: string) => {
  const value = process.env[name];
  if (!value) throw new CommandError(`Set the environment variable ${name}.`);
  return value;
};

type Refusal = { message?: string; error_description?: string; data?: { violations?: Violation[] } };
type Violation = { path: string; message?: string };

const ask = async <Answer>(address: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await fetch(address, init).catch((error: Error) => {
    const { message } = (error.cause ?? error) as Error;
    throw new CommandError(`${new URL(address).origin} cannot be reached: ${message}`);
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const body: unknown = isJson && text ? JSON.parse(text) : undefined;
  if (response.ok && body !== undefined) return body as Answer;
  throw new CommandError(wordsOf(response, (body ?? {}) as Refusal));
};

const wordsOf = ({ status, url }: Response, { message, error_description: description, data }: Refusal) => {
  const first = message ?? description ?? `${new URL(url).origin} answered with ${status}.`;
  const details = (data?.violations ?? []).map(({ path, message: words }) => `  ${path}: ${words ?? ''}`);
  return [first, ...details].join('\n');
};
