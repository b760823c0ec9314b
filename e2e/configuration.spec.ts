import { readFile } from 'node:fs/promises';
import { managementOf } from './support/management.ts';
import { openCreation } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('an owner promotes what they choose from development to a second tenant, and undoes it', async ({
  people,
  cloud,
}) => {
  const { page, tenantId: development } = await people.tenantOwner('Workshop');
  const form = await openCreation(page);
  await form.getByLabel('Tenant name').fill('Storefront');
  await form.getByRole('button', { name: 'Create tenant' }).click();
  await expect(page).not.toHaveURL(new RegExp(development));
  const target = new URL(page.url()).pathname.split('/')[1] ?? '';

  const manage = await managementOf(page, cloud, development);
  const orders = await manage('POST', '/resources', {
    name: 'Orders API',
    indicator: 'https://orders.example',
  });
  const scope = await manage('POST', `/resources/${orders.id}/scopes`, { name: 'read:orders' });
  await manage('POST', '/roles', { name: 'Clerk', description: 'Handles orders', scopeIds: [scope.id] });
  await manage('POST', '/hooks', {
    name: 'Warehouse',
    events: ['User.Created'],
    config: { url: 'https://warehouse.example/hook', headers: { authorization: 'of-development' } },
  });

  await manage('PATCH', '/sign-in-exp', {
    color: { primaryColor: '#116633', isDarkModeEnabled: false, darkPrimaryColor: '#33aa66' },
  });

  await page.goto(`${cloud.console}/${development}/tenant-settings/configuration`);
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveText('Workshop');
  await page.getByRole('button', { name: 'Compare tenants' }).click();
  await expect(page).toHaveURL(
    `${cloud.console}/${target}/tenant-settings/configuration?from=${development}`,
  );
  await expect(page.getByRole('heading', { name: 'Comparison with Workshop' })).toBeVisible();
  await expect(page.getByText('Only this tenant changes.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Sign-in experience/ })).toBeChecked();

  // The role needs its API resource, which comes along.
  const resource = page.getByRole('checkbox', { name: /Orders API/ });
  await expect(resource).toBeChecked();
  await expect(resource).toBeDisabled();
  const hook = page.getByRole('checkbox', { name: /Warehouse/ });
  await expect(hook).toBeChecked();
  await expect(page.getByText('Secrets without a value: 1')).toBeVisible();
  const preview = page.getByRole('button', { name: 'Preview changes' });
  await expect(preview).toBeDisabled();
  await page.getByLabel('config.headers.authorization').fill('of-the-storefront');
  await expect(page.getByText('Objects chosen: 4')).toBeVisible();
  await preview.click();
  await expect(page.getByText('These changes are made in one step. You can undo them.')).toBeVisible();
  await expect(page.getByText('of-development')).toHaveCount(0);

  await page.getByRole('button', { name: 'Apply changes' }).click();
  await expect(page.getByText('Changes applied')).toBeVisible();
  await expect(page.getByText('Both have the same configuration.')).toBeVisible();
  const there = await managementOf(page, cloud, target);
  expect((await there('GET', '/hooks'))[0].config.headers).toEqual({ authorization: 'of-the-storefront' });

  // A change made meanwhile is shown, and not chosen.
  const roles: { id: string; name: string }[] = await there('GET', '/roles');
  const clerk = roles.find(({ name }) => name === 'Clerk');
  await there('PATCH', `/roles/${clerk?.id}`, { description: 'Changed by hand' });
  await page.goto(`${cloud.console}/${target}/tenant-settings/configuration?from=${development}`);
  await expect(page.getByText('Changed in this tenant after the last apply')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Clerk/ })).not.toBeChecked();
  await expect(page.getByRole('cell', { name: 'Changed by hand' })).toBeVisible();
  await page.getByRole('checkbox', { name: /Clerk/ }).check();
  await preview.click();
  await page.getByRole('button', { name: 'Apply changes' }).click();
  await expect(page.getByText('Changes applied')).toBeVisible();
  await page.getByRole('button', { name: 'Undo change' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo change' }).click();
  const description = async () => (await there('GET', `/roles/${clerk?.id}`)).description;
  await expect.poll(description).toBe('Changed by hand');
  await expect(page.getByText('Changed in this tenant after the last apply')).toBeVisible();
  await page.context().close();
});

test('the configuration is exported as a ZIP archive and imported again, and another file is refused', async ({
  console: page,
  product,
  management,
}) => {
  const role = await management('POST', '/roles', { name: 'Archivist', description: 'Keeps archives' });
  await page.goto(`${product.console}/tenant-settings/configuration`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export files' }).click();
  const archive = await readFile(await (await download).path());
  expect(archive.toString('latin1')).toContain('roles/archivist.yaml');

  await management('DELETE', `/roles/${role.id}`);
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer });
  await choose('broken.zip', Buffer.from(archive.subarray(0, archive.length - 30)));
  await expect(page.getByRole('alert')).toContainText('not a ZIP archive of a bundle');

  await choose('tenant.zip', archive);
  await expect(page.getByRole('heading', { name: 'Comparison with tenant.zip' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Archivist/ })).toBeChecked();
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await page.getByRole('button', { name: 'Apply changes' }).click();
  await expect(page.getByText('Changes applied')).toBeVisible();
  const roles: { name: string }[] = await management('GET', '/roles');
  expect(roles.map(({ name }) => name)).toContain('Archivist');
});
