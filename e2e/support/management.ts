import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page, type Request } from '@playwright/test';
import { type Product, program } from './product.ts';

export type Management = ReturnType<typeof send>;

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

  return send(`${endpoint}/api`, `Bearer ${token}`);
};

/** The management API of a tenant of the cloud, with the rights of the person whose page it is. */
export const managementOf = async (page: Page, cloud: Product, tenantId: string): Promise<Management> => {
  const isManagement = (request: Request) => request.url().includes(`/m/${tenantId}/api/`);
  const asked = page.waitForRequest(request => isManagement(request) && request.method() === 'GET');
  await page.goto(`${cloud.console}/${tenantId}/api-resources`);
  const { authorization = '' } = await (await asked).allHeaders();
  return send(`${new URL(cloud.console).origin}/m/${tenantId}/api`, authorization);
};

const send =
  (api: string, authorization: string) =>
  async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) => {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
    const text = await response.text();
    return text ? JSON.parse(text) : undefined;
  };
