import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Product } from '../e2e/support/product.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, '../packages/server/dist/gatehouse.js');

export type Client = { id: string; secret: string };

/** A machine-to-machine application that may do everything, made by the command line beside the running server. */
export const createClient = async ({ dataDir }: Product, databaseUrl?: string): Promise<Client> => {
  const { stdout } = await run(process.execPath, [program, 'm2m', 'create', '--name', 'Bench', '--json'], {
    env: {
      PATH: process.env.PATH,
      GATEHOUSE_DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  });
  return JSON.parse(stdout);
};

export const tokenRequest = (issuer: string, { id, secret }: Client, resource: string, scope: string) => ({
  url: `${issuer}/token`,
  method: 'POST' as const,
  headers: {
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope }).toString(),
});

export const requestToken = async ({ url, ...request }: ReturnType<typeof tokenRequest>): Promise<string> => {
  const response = await fetch(url, request);
  if (!response.ok) throw new Error(`No token: ${await response.text()}`);
  const { access_token: token } = await response.json();
  return token;
};

/** The management API for a script that may do everything; what is refused is an error. */
export const createManagement =
  ({ tenantEndpoint }: Product, token: string) =>
  async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${tenantEndpoint}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.status === 204 ? undefined : response.json();
  };
