import { watchLoading } from './support/loading.ts';
import { connectManagement } from './support/management.ts';
import { createSamples, routesOf } from './support/routes.ts';
import { administrator, expect, signIn, test } from './support/test.ts';

/** The narrowest role, and one that reads everything. */
const roles = [
  { role: 'support', missing: ['Applications', 'Connectors', 'Webhooks', 'Dashboard'] },
  { role: 'auditor', missing: [] },
];

for (const { role, missing } of roles)
  test(`every address of the console opens for the role ${role}, without a request that the server refuses`, async ({
    browser,
    product,
    management,
  }) => {
    test.setTimeout(600_000);
    const admin = await connectManagement(product, 'admin');
    const username = `walking_${role}`;
    const { id } = await admin('POST', '/users', { username, password: administrator.password });
    await admin('POST', '/organizations/t-default/users', { userIds: [id] });
    await admin('POST', `/organizations/t-default/users/${id}/roles`, { organizationRoleNames: [role] });
    const { fill, remove } = await createSamples(management);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('response', answer => {
      if (answer.status() === 403) refused.push(`${page.url()}: ${answer.url()}`);
    });
    const hasLoaded = watchLoading(page);
    await page.goto(product.console);
    await signIn(page, { username, password: administrator.password });
    await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
    for (const name of missing)
      await expect(page.getByRole('navigation').getByRole('link', { name, exact: true })).toHaveCount(0);
    for (const { path } of routesOf('oss')) {
      await page.evaluate(href => window.history.pushState({}, '', href), `/console/${fill(path)}`);
      await hasLoaded();
      await expect.soft(page.locator('main'), path).not.toBeEmpty();
      await expect.soft(page.getByText('Something went wrong'), path).toHaveCount(0);
      await expect
        .soft(page.getByRole('region', { name: 'Notifications' }).getByRole('alert'), path)
        .toHaveCount(0);
    }
    if (role === 'auditor') {
      await page.goto(`${product.console}/sign-in-experience/branding`);
      const preview = page.frameLocator('iframe[title="Sign-in page preview"]');
      await expect(preview.locator('button[type="submit"]').first()).toBeVisible();
    }
    expect(refused).toEqual([]);
    await context.close();
    await remove();
  });
