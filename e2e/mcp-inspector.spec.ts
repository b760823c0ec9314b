import {
  installOutsideSoftware,
  type RunningApplication,
  startApplication,
} from '../packages/server/src/outside-software/testing/applications.ts';
import { expect, signIn, test } from './support/test.ts';

const person = { username: 'ada', password: 'correct horse battery' };

/** The inspector of the Model Context Protocol, an MCP server with its SDK, and Gatehouse between them. */
test('the MCP inspector registers itself, signs in to an MCP server and calls a tool', async ({
  browser,
  product,
  management,
}) => {
  installOutsideSoftware();
  const { id: userId } = await management('POST', '/users', person);
  const running: RunningApplication[] = [];
  const start = async (...parameters: Parameters<typeof startApplication>) => {
    const application = await startApplication(...parameters);
    running.push(application);
    return application;
  };
  const server = await start('mcp-server', async home => {
    const resource = await management('POST', '/resources', { name: 'Tools', indicator: `${home}/mcp` });
    const scope = { name: 'use:tools', description: 'Use the tools' };
    const { id } = await management('POST', `/resources/${resource.id}/scopes`, scope);
    const role = await management('POST', '/roles', { name: 'Tools', description: 'Tools', scopeIds: [id] });
    await management('POST', `/users/${userId}/roles`, { roleIds: [role.id] });
    await management('POST', '/cimd/user-consent-scopes', { resourceScopes: [id] });
    return { ISSUER: `${product.tenantEndpoint}/oidc` };
  });
  await management('PATCH', '/configs/client-registration', { mode: 'Open' });
  const inspector = await start('mcp-inspector', async () => ({ MCP_SERVER: `${server.home}/mcp` }));
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(inspector.home);
  // The switch lies below its own drawing, which takes the clicks.
  const connect = () => page.getByRole('switch', { name: /^Connect or disconnect/ }).click({ force: true });
  const connected = page.getByText('Connected', { exact: true });
  /** Gives the answer of the tool as users copy it. */
  const callTool = async () => {
    await page.getByText('Tools', { exact: true }).click();
    await page.getByRole('button', { name: 'whoami' }).click();
    await page.getByRole('button', { name: 'Execute Tool' }).click();
    await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Copy' }).click();
    return JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  };

  // A click that comes before the inspector listens is lost.
  await expect(async () => {
    if (await page.getByText('Disconnected', { exact: true }).isVisible()) await connect();
    const signInPage = page.getByRole('heading', { name: 'Sign in to MCP Inspector (localhost)' });
    await expect(signInPage).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await signIn(page, person);
  await expect(page.getByText('Use the tools')).toBeVisible();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(connected).toBeVisible();
  const called = await callTool();
  expect(called).toMatchObject({ scopes: ['use:tools'], aud: `${server.home}/mcp`, sub: userId });
  expect(await management('GET', `/applications/${called.clientId}`)).toMatchObject({
    name: 'MCP Inspector (localhost)',
    isThirdParty: true,
  });

  // Its stored tokens are enough for the next time.
  await page.goto(inspector.home);
  await connect();
  await expect(connected).toBeVisible();
  expect(await callTool()).toEqual(called);
  await context.close();
  await management('PATCH', '/configs/client-registration', { mode: 'Off' });
  await Promise.all(running.map(each => each.stop()));
});
