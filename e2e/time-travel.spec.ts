import { expectAccessible } from './support/axe.ts';
import { connectManagement } from './support/management.ts';
import { administrator, expect, signIn, test } from './support/test.ts';

test('settings of an earlier day are shown in form and preview, marked, and restored by one change', async ({
  console: page,
  product,
  management,
}) => {
  const before = await management('GET', '/sign-in-exp');
  const colorNow = async () => (await management('GET', '/sign-in-exp')).color.primaryColor;
  const color = (primaryColor: string) => ({
    color: { ...before.color, primaryColor, isDarkModeEnabled: false },
  });
  await management('PATCH', '/sign-in-exp', { ...color('#0F766E'), customCss: null });
  await management('PATCH', '/sign-in-exp', color('#B45309'));
  await management('PATCH', '/sign-in-exp', { ...color('#E11D48'), customCss: 'h1 { font-style: italic; }' });

  await page.goto(`${product.console}/sign-in-experience/branding`);
  const submit = page.frameLocator('iframe[title="Sign-in page preview"]').locator('button[type="submit"]');
  const field = page.getByRole('textbox', { name: 'Brand color' }).last();
  await expect(submit).toHaveCSS('background-color', 'rgb(225, 29, 72)');

  // Nothing typed is lost without a question.
  await field.fill('#000000');
  await page.getByRole('button', { name: 'Time travel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await expect(field).toHaveValue('#000000');
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('button', { name: 'Time travel' }).click();
  const bar = page.getByRole('region', { name: 'Settings over time' });
  const slider = bar.getByRole('slider');
  await expect(bar.getByRole('status')).toContainText('Drag the handle');
  await expect(bar.getByRole('button', { name: 'Save changes' })).toBeDisabled();

  // The arrow keys go from change to change: the latest saved what is there today.
  await expect(slider).toBeEnabled();
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(bar.getByRole('status')).toContainText('same as today');
  await page.keyboard.press('ArrowLeft');
  await expect(bar.getByRole('status')).toContainText('different from today in Brand color and Custom CSS');
  await expect(field).toHaveValue('#B45309');
  await expect(submit).toHaveCSS('background-color', 'rgb(180, 83, 9)');
  await expect(page.locator('[data-marked]').filter({ hasText: 'Brand color' })).toHaveCount(1);
  await expect(page.locator('[data-marked]').filter({ hasText: 'Dark mode' })).toHaveCount(0);
  await expectAccessible(page, 'time travel');
  await page.keyboard.press('ArrowLeft');
  await expect(submit).toHaveCSS('background-color', 'rgb(15, 118, 110)');

  // Another tab of the page shows the same moment, and leaving asks nothing.
  await page.getByRole('main').getByRole('link', { name: 'Content', exact: true }).click();
  await expect(bar.getByRole('status')).toContainText('same as today');
  await expect(submit).toHaveCSS('background-color', 'rgb(15, 118, 110)');
  await page.getByRole('main').getByRole('link', { name: 'Branding', exact: true }).click();
  await expect(field).toHaveValue('#0F766E');
  expect(await colorNow()).toBe('#E11D48');

  await page.getByRole('button', { name: 'Restore these settings' }).click();
  await expect(page.getByText('Settings restored').first()).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(field).toHaveValue('#0F766E');
  const [change] = await management('GET', '/changes?objectKind=sign-in-experience&page_size=1');
  expect(change.fields.map(({ name }: { name: string }) => name).sort()).toEqual(['color', 'customCss']);
  expect(await colorNow()).toBe('#0F766E');

  // Going back to today leaves everything as it is.
  await page.getByRole('button', { name: 'Time travel' }).click();
  await expect(slider).toBeEnabled();
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(bar.getByRole('status')).toContainText('different from today');
  await bar.getByRole('button', { name: 'Back to today' }).click();
  await expect(field).toHaveValue('#0F766E');
  expect(await colorNow()).toBe('#0F766E');
  await management('PATCH', '/sign-in-exp', { color: before.color, customCss: before.customCss });
});

test('an application is shown as it was, also before a draft, and restored; readers only look', async ({
  console: page,
  product,
  management,
  browser,
}) => {
  const create = (name: string) => management('POST', '/applications', { name, type: 'SPA' });
  const [{ id }, other] = [await create('Shop'), await create('Blog')];
  const redirectUris = ['https://shop.example.com/callback'];
  await management('PATCH', `/applications/${id}`, {
    oidcClientMetadata: { redirectUris, postLogoutRedirectUris: [] },
  });
  const draft = await management('POST', '/drafts', { name: 'Renamed' });
  await management('POST', `/drafts/${draft.id}/requests`, {
    method: 'PATCH',
    path: `/applications/${id}`,
    body: { name: 'Store', oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] } },
  });
  await management('POST', `/drafts/${draft.id}/publish`, {});

  const bar = page.getByRole('region', { name: 'Settings over time' });
  const name = page.getByLabel('Name', { exact: true });
  const goBack = async (on: typeof page) => {
    await on.getByRole('button', { name: 'Time travel' }).click();
    const slider = on.getByRole('region', { name: 'Settings over time' }).getByRole('slider');
    await expect(slider).toBeEnabled();
    await slider.focus();
    // To the draft, which saved what is there today, and to the change before it.
    await on.keyboard.press('ArrowLeft');
    await on.keyboard.press('ArrowLeft');
  };
  await page.goto(`${product.console}/applications/${id}/settings`);
  await expect(name).toHaveValue('Store');
  await goBack(page);
  await expect(bar.getByRole('status')).toContainText('different from today in Name and Redirect URIs');
  await expect(name).toHaveValue('Shop');
  await expect(page.locator('[data-marked]').filter({ hasText: 'Redirect URIs' })).toHaveCount(1);
  await expectAccessible(page, 'time travel of an application');

  // Another application is not taken along.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(other.id);
  await page.getByRole('option', { name: /Blog/ }).first().click();
  await expect(name).toHaveValue('Blog');
  await expect(bar).toHaveCount(0);

  const username = `looking_${Date.now()}`;
  const admin = await connectManagement(product, 'admin');
  const { id: readerId } = await admin('POST', '/users', { username, password: administrator.password });
  await admin('POST', '/organizations/t-default/users', { userIds: [readerId] });
  await admin('POST', `/organizations/t-default/users/${readerId}/roles`, {
    organizationRoleNames: ['auditor'],
  });
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(`${product.console}/applications/${id}/settings`);
  await signIn(reader, { username, password: administrator.password });
  await goBack(reader);
  const readersBar = reader.getByRole('region', { name: 'Settings over time' });
  await expect(readersBar.getByRole('status')).toContainText('different from today in Name');
  await expect(readersBar.getByRole('button', { name: 'Restore these settings' })).toBeDisabled();
  await reader.context().close();

  await page.goto(`${product.console}/applications/${id}/settings`);
  await goBack(page);
  await expect(name).toHaveValue('Shop');
  await page.getByRole('button', { name: 'Restore these settings' }).click();
  await expect(page.getByText('Settings restored').first()).toBeVisible();
  expect(await management('GET', `/applications/${id}`)).toMatchObject({
    name: 'Shop',
    oidcClientMetadata: { redirectUris },
  });
});
