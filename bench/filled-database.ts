import pg from 'pg';
import { startProduct } from '../e2e/support/product.ts';
import { urlOfDatabase } from '../packages/server/src/database/testing/postgresql.ts';
import { createClient, requestToken, tokenRequest } from './client.ts';

type ManagementApi = { url: string; headers: Record<string, string> };

const connect = async (connectionString: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
};

/** Measures the management API of a product whose database, its own one on the server, was filled first. */
export const onFilledDatabase = async <T>(
  server: string,
  { database, fill }: { database: string; fill: (client: pg.Client) => Promise<void> },
  measure: (api: ManagementApi) => Promise<T>,
): Promise<T> => {
  const admin = await connect(server);
  await admin.query(`drop database if exists ${database} with (force)`);
  await admin.query(`create database ${database}`);
  const databaseUrl = urlOfDatabase(server, database);
  const product = await startProduct({ databaseUrl });
  try {
    const credentials = await createClient(product, databaseUrl);
    const client = await connect(databaseUrl);
    await fill(client).finally(() => client.end());
    const request = tokenRequest(
      `${product.tenantEndpoint}/oidc`,
      credentials,
      'https://default.gatehouse.app/api',
      'all',
    );
    return await measure({
      url: `${product.tenantEndpoint}/api`,
      headers: { authorization: `Bearer ${await requestToken(request)}` },
    });
  } finally {
    await product.stop();
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
  }
};
