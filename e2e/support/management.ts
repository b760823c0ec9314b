import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { type Product, program } from './product.ts';

export type Management = Awaited<ReturnType<typeof connectManagement>>;

/** The management API of a tenant, as a script would use it: tests prepare with it what they do not test. */
export const connectManagement = async (product: Product, tenantId: 'default' | 'admin' = 'default') => {
  const endpoint = tenantId === 'admin' ? product.adminEndpoint : product.tenantEndpoint;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, 'm2m', 'create', '--name', 'e2e', '--tenant', tenantId, '--json'],
    { env: product.env },
  );
  const { id, secret } = JSON.parse(stdout);
  const answer = await fetch(`${endpoint}/oidc/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      resource: `https://${tenantId}.gatehouse.app/api`,
      scope: 'all',
    }),
  });
  const { access_token: token } = await answer.json();

  return async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) => {
    const response = await fetch(`${endpoint}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
    const text = await response.text();
    return text ? JSON.parse(text) : undefined;
  };
};
