import { apiGuides } from '../packages/console/src/areas/api-resources/guides.ts';
import { freePort } from '../packages/server/src/http/testing/free-port.ts';
import { installIfNeeded } from '../scripts/install-if-needed.mjs';
import { openGuide } from './support/guide.ts';
import { guidesHome, startGuideProgram } from './support/guide-program.ts';
import type { Management } from './support/management.ts';
import { expect, signIn, test } from './support/test.ts';

const password = 'correct horse 8 Battery';
const scope = 'read:orders';

test.beforeAll(() => {
  test.setTimeout(600_000);
  installIfNeeded(guidesHome, ['install', '--no-save']);
});

/** An API with a permission, and a user who has it by a role. */
const prepare = async (management: Management, name: string) => {
  const indicator = `https://${name}.example.com`;
  const resource = await management('POST', '/resources', { name: `Orders ${name}`, indicator });
  const { id: scopeId } = await management('POST', `/resources/${resource.id}/scopes`, { name: scope });
  const role = await management('POST', '/roles', {
    name: `Clerk ${name}`,
    description: 'Reads orders',
    scopeIds: [scopeId],
  });
  const username = `clerk_${name}`;
  const { id } = await management('POST', '/users', { username, password });
  await management('POST', `/users/${id}/roles`, { roleIds: [role.id] });
  return { indicator, username };
};

for (const id of ['react', 'express'] as const) {
  test(`[NAV-8] the guide for ${id} continues with an API, which accepts its token`, async ({
    page,
    product,
    management,
  }) => {
    const [port, apiPort] = [await freePort(), await freePort()];
    const url = `http://localhost:${apiPort}/orders`;
    const { indicator, username } = await prepare(management, id);
    const check = apiGuides.express
      .check({ issuer: `${product.tenantEndpoint}/oidc`, audience: indicator, scope })
      .replace('http://localhost:5173', `http://localhost:${port}`);
    const api = await startGuideProgram([{ file: 'server.mjs', code: check }], 'node server.mjs', {
      port: apiPort,
    });
    const { files, command, start } = await openGuide(id, product, management, port, {
      resource: indicator,
      scope,
      url,
    });
    const program = await startGuideProgram(files, command, { port, starter: id });
    try {
      await program.answers();
      await expect
        .poll(() =>
          fetch(url).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(401);
      await page.goto(start);
      if (id === 'react') await page.getByRole('button', { name: 'Sign in' }).click();
      await signIn(page, { username, password });
      await expect(page.getByText(new RegExp(username))).toBeVisible();
      if (id === 'react') await page.getByRole('button', { name: 'Load orders' }).click();
      else await page.goto(`http://localhost:${port}/orders`);
      await expect(page.getByText('"orders":[]')).toBeVisible();

      if (id === 'react') {
        await page.route(url, route =>
          route.fulfill({
            status: 401,
            headers: { 'Access-Control-Allow-Origin': `http://localhost:${port}` },
          }),
        );
        const again = page.waitForRequest(request => request.url().includes('/oidc/auth?'));
        await page.getByRole('button', { name: 'Load orders' }).click();
        await again;
      }
      await program.typesFit();
    } catch (error) {
      throw new Error(`At ${page.url()}, after it printed:\n${program.output()}\n${api.output()}`, {
        cause: error,
      });
    } finally {
      await program.stop();
      await api.stop();
    }
  });
}

test('[NAV-8] every guide that signs users in says how to call an API of the tenant', async ({
  console: page,
  product,
  management,
}) => {
  const { indicator } = await prepare(management, 'guides');
  const { id } = await management('POST', '/applications', { name: 'Order desk', type: 'SPA' });
  await page.goto(`${product.console}/applications/${id}/guide/react#your_api`);
  const choose = page.getByRole('combobox', { name: 'API resources' });
  await choose.click();
  await page.getByRole('option', { name: 'Orders guides' }).click();
  const figure = page.getByRole('figure').last();
  await expect(figure.getByRole('tab')).toHaveText(['src/main.tsx', 'src/App.tsx', 'src/orders.tsx']);
  await expect(figure.locator('code')).toContainText(`resources: ['${indicator}']`);
  await figure.getByRole('tab', { name: 'src/orders.tsx' }).click();
  await expect(figure.locator('code')).toContainText('response.status === 401');
  // A library without code of its own in the guide is told the requests.
  await page.goto(`${product.console}/applications/${id}/guide/angular#your_api`);
  await choose.click();
  await page.getByRole('option', { name: 'Orders guides' }).click();
  await expect(page.getByRole('figure').last()).toContainText(`-d resource=${indicator}`);
  await page.getByRole('link', { name: 'Open guide' }).click();
  await expect(page.getByRole('heading', { name: /Orders guides/ })).toBeVisible();
});
