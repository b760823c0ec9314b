import type { Page } from '@playwright/test';
import { signInToConsole } from './support/console-session.ts';
import { watchLoading } from './support/loading.ts';
import { connectManagement } from './support/management.ts';
import { newcomerPassword } from './support/people.ts';
import { createSamples, routesOf } from './support/routes.ts';
import { changeTenant } from './support/tenant-state.ts';
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

test('readers cannot type into forms or start changes, and can still copy what they see', async ({
  browser,
  product,
  management,
}) => {
  test.slow();
  const admin = await connectManagement(product, 'admin');
  const enter = async (role: string) => {
    const username = `reading_${role}`;
    const { id } = await admin('POST', '/users', { username, password: administrator.password });
    await admin('POST', '/organizations/t-default/users', { userIds: [id] });
    await admin('POST', `/organizations/t-default/users/${id}/roles`, { organizationRoleNames: [role] });
    const page = await (await browser.newContext()).newPage();
    await page.goto(product.console);
    await signIn(page, { username, password: administrator.password });
    await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
    return page;
  };
  const { fill, remove } = await createSamples(management);
  const why = 'Your role in this tenant does not allow changes. Ask an administrator.';
  const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).first();

  const auditor = await enter('auditor');
  const main = auditor.getByRole('main');
  for (const [path, refused] of [
    ['security/general', 'Unlock identifiers'],
    ['mfa', undefined],
    ['applications/$id/settings', 'Create secret'],
    ['users/$id/settings', 'Create token'],
    ['webhooks/$id/settings', 'Rotate signing key'],
    ['organization-template/organization-roles/$id/permissions', 'Add permissions'],
    ['signing-keys', 'Rotate token keys'],
    ['connectors/social', 'Add social connector'],
    ['audit-logs/jobs', 'Run now'],
  ] as const) {
    await auditor.goto(`${product.console}/${fill(path)}`);
    if (refused) {
      await expect(button(auditor, refused), path).toBeDisabled();
      await expect(button(auditor, refused), path).toHaveAttribute('title', why);
    }
    if (!/settings|general|mfa/.test(path)) continue;
    await expect(main.getByText(why), path).toBeVisible();
    await expect(main.locator('input:enabled, textarea:enabled, select:enabled'), path).toHaveCount(0);
  }
  await auditor.goto(`${product.console}/${fill('applications/$id/settings')}`);
  await expect(button(auditor, 'Copy')).toBeEnabled();
  for (const [path, refused] of [
    ['sign-in-experience/sign-up-and-sign-in', ['Add identifier', 'Add sign-in method', 'Remove Username']],
    ['sign-in-experience/collect-user-profile', ['Delete Route', 'Move Route']],
    ['applications/$id/attribute-mapping', ['Add attribute']],
    ['connectors/passwordless/guide/simple-mail-transfer-protocol', ['Save and finish']],
    ['enterprise-sso/$id/set-up', ['Add domain', 'Save and test']],
    ['security/captcha/guide/Turnstile', ['Save keys']],
  ] as const) {
    await auditor.goto(`${product.console}/${fill(path)}`);
    await expect(main.getByText(why), path).toBeVisible();
    for (const name of refused) await expect(button(auditor, name), `${path}, ${name}`).toBeDisabled();
    // The language of a preview is chosen by readers, too.
    if (path.startsWith('sign-in-experience')) continue;
    await expect(main.locator('input:enabled, textarea:enabled, select:enabled'), path).toHaveCount(0);
  }
  await auditor.goto(`${product.console}/users/import`);
  await expect(main.getByText(why)).toBeVisible();
  await expect(button(auditor, 'Choose file')).toBeDisabled();
  await main
    .getByRole('group')
    .first()
    .dispatchEvent('drop', {
      dataTransfer: await auditor.evaluateHandle(() => {
        const dropped = new DataTransfer();
        dropped.items.add(new File(['email\na@example.com'], 'users.csv', { type: 'text/csv' }));
        return dropped;
      }),
    });
  await expect(main.getByRole('alert')).toHaveCount(0);
  await auditor.goto(`${product.console}/roles/create`);
  await expect(auditor.getByRole('dialog').getByLabel('Name')).toBeDisabled();

  // Users are theirs to change, organizations are not.
  const support = await enter('support');
  await support.goto(`${product.console}/${fill('users/$id/settings')}`);
  await expect(button(support, 'Create token')).toBeEnabled();
  await support.goto(`${product.console}/${fill('users/$id/organizations')}`);
  await expect(button(support, 'Add to organizations')).toBeDisabled();
  await auditor.context().close();
  await support.context().close();
  await remove();
});

for (const role of ['billing', 'support', 'developer', 'auditor'])
  test(`the settings of a cloud tenant open for the role ${role}, without a request that the server refuses`, async ({
    browser,
    people,
    cloud,
  }) => {
    const owner = await people.tenantOwner('Harbour');
    const { tenantId } = owner;
    await changeTenant(
      cloud,
      tenantId,
      "update tenants set tag = 'production', plan_id = 'pro' where id = $1",
      "update subscriptions set plan_id = 'pro' where tenant_id = $1",
    );
    const email = await people.createAccount();
    const [{ id }] = await people.admin('GET', `/users?search=${encodeURIComponent(email)}`);
    await people.admin('POST', `/organizations/t-${tenantId}/users`, { userIds: [id] });
    await people.admin('POST', `/organizations/t-${tenantId}/users/${id}/roles`, {
      organizationRoleNames: [role],
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await signInToConsole(context, cloud, { email, password: newcomerPassword });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('response', answer => {
      if (answer.status() === 403) refused.push(`${page.url()}: ${answer.url()}`);
    });
    const hasLoaded = watchLoading(page);
    await page.goto(`${cloud.console}/${tenantId}/get-started`);
    await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
    for (const { path } of routesOf('cloud').filter(({ area }) => area === 'tenant-settings')) {
      await page.evaluate(href => window.history.pushState({}, '', href), `/${tenantId}/${path}`);
      await hasLoaded();
      await expect.soft(page.getByText('Loading', { exact: true }), path).toHaveCount(0);
      await expect
        .soft(page.getByRole('region', { name: 'Notifications' }).getByRole('alert'), path)
        .toHaveCount(0);
    }
    await page.goto(`${cloud.console}/${tenantId}/tenant-settings`);
    const pays = role === 'billing';
    await expect(page).toHaveURL(new RegExp(`/tenant-settings/${pays ? 'subscription' : 'members'}$`));
    await expect(page.getByText('You have read-only access')).toHaveCount(role === 'auditor' ? 1 : 0);
    expect(refused).toEqual([]);
    await context.close();
    await owner.page.context().close();
  });
