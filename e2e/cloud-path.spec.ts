import { managementOf } from './support/management.ts';
import { peopleOf } from './support/people.ts';
import { startProduct } from './support/product.ts';
import { createAdministrator, expect, signIn, test } from './support/test.ts';

test('tenants that share one host have all of their pages below their own path', async ({
  browser,
  page,
}) => {
  test.setTimeout(360_000);
  const cloud = await startProduct({ edition: 'cloud', env: { GATEHOUSE_TENANTS_BY: 'path' } });
  await createAdministrator(cloud);
  const { tenantOwner } = await peopleOf(browser, cloud);
  const owner = await tenantOwner();
  const manage = await managementOf(owner.page, cloud, owner.tenantId);
  const person = { username: 'path_pam', password: 'a fine Day 4 sailing' };
  await manage('POST', '/users', person);
  const fields = { name: 'Edit', username: 'ReadOnly', password: 'Edit', session: 'Edit' };
  await manage('PATCH', '/account-center', { enabled: true, fields });
  const home = `${cloud.tenantEndpoint}/t/${owner.tenantId}`;

  await page.goto(`${home}/account`);
  await expect(page).toHaveURL(new RegExp(`^${home}/sign-in`));
  await signIn(page, person);
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await page.getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  await expect(page).toHaveURL(`${home}/account/security`);
  await page.getByRole('link', { name: 'Devices' }).click();
  await page.getByRole('button', { name: 'Verify your identity' }).click();
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('This device')).toBeVisible();

  // The same session, another application.
  await page.goto(`${home}/demo-app`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Signed in as/ })).toBeVisible();
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect(page).toHaveURL(`${home}/account`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(new RegExp(`^${home}/sign-in`));
  await expect(page.getByLabel('Username')).toBeVisible();

  // Nothing of it is the neighbor's.
  await page.goto(`${cloud.tenantEndpoint}/account`);
  await expect(page.getByRole('heading', { name: 'Account center not available' })).toBeVisible();
  await cloud.stop();
});
