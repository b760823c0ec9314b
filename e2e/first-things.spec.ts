import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

/** The screen as on the first day: other tests of the same product have left objects. */
const empty = (page: Page, path: RegExp) =>
  page.route(
    url => path.test(url.pathname),
    route =>
      route.request().method() === 'GET'
        ? route.fulfill({
            json: [],
            headers: {
              'Total-Number': '0',
              'Access-Control-Allow-Origin': '*',
              'Access-Control-Expose-Headers': '*',
            },
          })
        : route.continue(),
  );

test('an API without permissions proposes the usual ones, named after it', async ({
  console: page,
  product,
  management,
}) => {
  const indicator = `https://${Date.now()}.example/orders`;
  const { id } = await management('POST', '/resources', { name: 'Orders API', indicator });
  await page.goto(`${product.console}/api-resources/${id}/permissions`);
  await page.getByRole('button', { name: 'read:orders write:orders' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toHaveValue('read:orders\nwrite:orders');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'write:orders' })).toBeVisible();
  const scopes: { name: string }[] = await management('GET', `/resources/${id}/scopes`);
  expect(scopes.map(({ name }) => name).sort()).toEqual(['read:orders', 'write:orders']);
  await management('DELETE', `/resources/${id}`);
});

test('empty lists offer providers to begin with, and a sign-in to try', async ({
  console: page,
  product,
}) => {
  await empty(page, /\/api\/sso-connectors$/);
  await page.goto(`${product.console}/enterprise-sso`);
  const okta = page.getByRole('main').getByRole('link', { name: 'Okta' });
  await expect(okta).toBeVisible();
  await expectAccessible(page, 'no enterprise SSO yet');
  await okta.click();
  await expect(page.getByRole('dialog').getByRole('radio', { name: /^Okta/ })).toBeChecked();

  await empty(page, /\/api\/connectors$/);
  await page.goto(`${product.console}/connectors/social`);
  await page.getByRole('main').getByRole('link', { name: 'GitHub' }).click();
  await expect(page).toHaveURL(/\/connectors\/social\/guide\/github-universal$/);

  await empty(page, /\/api\/users$/);
  await empty(page, /\/api\/sign-ins$/);
  for (const path of ['/users', '/audit-logs']) {
    await page.goto(product.console + path);
    await expect(page.getByRole('link', { name: /^Preview sign-in/ })).toHaveAttribute(
      'href',
      `${product.tenantEndpoint}/demo-app`,
    );
  }
});
