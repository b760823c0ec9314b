import { expect } from '@playwright/test';
import { apiGuides } from '../../packages/console/src/areas/api-resources/guides.ts';
import { freePort } from '../../packages/server/src/http/testing/free-port.ts';
import { startGuideProgram } from './guide-program.ts';
import type { Management } from './management.ts';
import type { Product } from './product.ts';

const scope = 'read:orders';

/** An API with a scope, and a user who has the scope by a role. */
export const addOrdersApi = async (
  management: Management,
  name: string,
  user: { username: string; password: string },
) => {
  const indicator = `https://${name}.example.com`;
  const resource = await management('POST', '/resources', { name: `Orders ${name}`, indicator });
  const { id: scopeId } = await management('POST', `/resources/${resource.id}/scopes`, { name: scope });
  const role = await management('POST', '/roles', {
    name: `Clerk ${name}`,
    description: 'Reads orders',
    scopeIds: [scopeId],
  });
  const { id } = await management('POST', '/users', user);
  await management('POST', `/users/${id}/roles`, { roleIds: [role.id] });
  return indicator;
};

/** Runs the API of the Express guide, which pages at the given port may call. */
export const startOrdersApi = async (product: Product, resource: string, pagePort: number) => {
  const port = await freePort();
  const url = `http://localhost:${port}/orders`;
  const code = apiGuides.express
    .check({ issuer: `${product.tenantEndpoint}/oidc`, audience: resource, scope })
    .replace('http://localhost:5173', `http://localhost:${pagePort}`);
  const { output, stop } = await startGuideProgram([{ file: 'server.mjs', code }], 'node server.mjs', {
    port,
  });
  await expect
    .poll(() =>
      fetch(url).then(
        ({ status }) => status,
        () => output(),
      ),
    )
    .toBe(401);
  return { api: { resource, scope, url }, output, stop };
};
