import { expectArrival, test } from './support/applications.ts';
import { expectAccessible } from './support/axe.ts';
import { machineTokenFor } from './support/machine-token.ts';
import { administrator, expect, signIn } from './support/test.ts';

const replaceScript = async (page: import('@playwright/test').Page, script: string) => {
  await page.getByRole('textbox', { name: 'Script' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(script);
};

test('[NAV-11] a script is written, tried, corrected, saved, seen in a token, and deleted', async ({
  console: page,
  product,
  management,
}) => {
  await page.goto(`${product.console}/customize-jwt`);
  const write = page.getByRole('link', { name: 'Write script: Access token for machine-to-machine apps' });
  await expect(write).toBeVisible();
  await expectAccessible(page, 'custom JWT');
  await write.click();
  await expect(page).toHaveURL(/\/customize-jwt\/client-credentials\/create$/);
  await expect(page.getByRole('textbox', { name: 'Script' })).toContainText('getCustomJwtClaims');

  await page.getByRole('button', { name: 'Run test' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Claims' })).toContainText(
    '"robot": "Stock robot"',
  );
  await expectAccessible(page, 'script of custom JWT');

  await replaceScript(page, 'const getCustomJwtClaims = () => {\n  return missing;\n};');
  await page.getByRole('button', { name: 'Run test' }).click();
  await expect(page.getByText('The script failed at line 2')).toBeVisible();
  await replaceScript(page, "const getCustomJwtClaims = ({ api }) => api.denyAccess('not now');");
  await page.getByRole('button', { name: 'Run test' }).click();
  await expect(page.getByText('The script denied the token')).toBeVisible();
  await replaceScript(
    page,
    'const getCustomJwtClaims = ({ environmentVariables }) => {\n  console.log("thinking");\n  return { plan: environmentVariables.PLAN };\n};',
  );
  await page.getByRole('tab', { name: 'Environment variables' }).click();
  const variables = page.getByRole('group', { name: 'Environment variables' });
  await variables.getByLabel('Name').fill('PLAN');
  await variables.getByLabel('Value').fill('pro');
  await page.getByRole('button', { name: 'Run test' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Claims' })).toContainText('"plan": "pro"');
  await page.getByRole('tab', { name: 'Console (1)' }).click();
  await expect(page.getByText('thinking', { exact: true })).toBeVisible();

  await page.getByLabel('Block token issuance on error').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Script saved.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/client-credentials\/edit$/);
  expect(await management('GET', '/configs/jwt-customizer/client-credentials')).toMatchObject({
    environmentVariables: { PLAN: 'pro' },
    blockIssuanceOnError: true,
  });
  const token = await machineTokenFor(product, management, { resource: 'https://default.gatehouse.app/api' });
  expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).toContain('"plan":"pro"');
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Custom JWT' }).last().click();
  await page.getByRole('button', { name: 'Delete script: Access token for machine-to-machine apps' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(write).toBeVisible();
});

test('[NAV-11] a script at sign-in is written, tried, saved, refuses a user, is turned off and deleted', async ({
  console: page,
  browser,
  own,
  product,
  management,
}) => {
  const { id: userId } = await management('POST', '/users', {
    username: 'shut_out',
    password: administrator.password,
  });
  await page.goto(`${product.console}/customize-jwt`);
  const name = 'Before sign-in completes';
  await page.getByRole('link', { name: `Write script: ${name}` }).click();
  await expect(page).toHaveURL(/\/sign-in-scripts\/sign-in$/);
  await page.getByRole('button', { name: 'Run test' }).click();
  await expect(page.getByText('The sign-in would continue')).toBeVisible();
  await expectAccessible(page, 'script at sign-in');
  await replaceScript(
    page,
    "const runAction = ({ event, api }) => {\n  if (event.user.username === 'ida' || event.user.username === 'shut_out') api.denyAccess('The harbour is closed.');\n};",
  );
  await page.getByRole('button', { name: 'Run test' }).click();
  await expect(page.getByText('The script would deny the sign-in')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Script saved.').first()).toBeVisible();

  const visitor = await browser.newPage();
  await visitor.goto(own.start());
  await signIn(visitor, { username: 'shut_out', password: administrator.password });
  await expect(visitor.getByText(/The harbour is closed\./)).toBeVisible();
  await page.getByLabel('Run this script').uncheck();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await visitor.goto(own.start());
  await signIn(visitor, { username: 'shut_out', password: administrator.password });
  await expectArrival(visitor, own.redirectUri);
  await visitor.context().close();

  await page.getByRole('link', { name: 'Custom JWT' }).last().click();
  await page.getByRole('button', { name: `Delete script: ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: `Write script: ${name}` })).toBeVisible();
  await management('DELETE', `/users/${userId}`);
});

test('[NAV-11] by keyboard alone: to the editor, a word completed, out of it again, saved', async ({
  console: page,
  product,
  management,
}) => {
  await page.goto(`${product.console}/customize-jwt`);
  await page.getByRole('link', { name: 'Write script: Access token for users' }).focus();
  await page.keyboard.press('Enter');
  const editor = page.getByRole('textbox', { name: 'Script' });
  await expect(editor).toContainText('getCustomJwtClaims');
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(
    'const getCustomJwtClaims = ({ context }) => ({ mail: context.user.primaryE',
  );
  await expect(async () => {
    await page.keyboard.press('Control+Space');
    await expect(page.getByRole('option', { name: /primaryEmail/ })).toBeVisible({ timeout: 1000 });
  }).toPass();
  // The list ignores keys in its first moment, to prevent accidental choices.
  await page.keyboard.press('Shift', { delay: 200 });
  await page.keyboard.press('Enter');
  await page.keyboard.type(' });');
  await expect(editor).toContainText('context.user.primaryEmail });');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Run test' })).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Script saved.').first()).toBeVisible();
  await management('DELETE', '/configs/jwt-customizer/access-token');
  await page.goto(`${product.console}/customize-jwt`);
  const claim = page.getByRole('checkbox', { name: /Custom data/ });
  await claim.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('ID token claims saved').first()).toBeVisible();
  const { enabledExtendedClaims } = await management('GET', '/configs/id-token');
  expect(enabledExtendedClaims).toEqual(['custom_data', 'roles', 'organizations', 'organization_roles']);
  await management('PUT', '/configs/id-token', {});
  await page.goto(`${product.console}/customize-jwt/id-token/edit`);
  await expect(page.getByRole('heading', { name: /not found/i })).toBeVisible();
});

test('[NAV-11] a script runs with the data of a user by the keyboard, and is compared with the saved one', async ({
  console: page,
  product,
  management,
}) => {
  const username = `script_${Date.now().toString(36)}`;
  const { id } = await management('POST', '/users', { username, name: 'Nora' });
  await management('PUT', '/configs/jwt-customizer/access-token', {
    script: 'const getCustomJwtClaims = () => ({ old: true, plan: "free" });',
  });
  await page.goto(`${product.console}/customize-jwt/access-token/edit`);
  const editor = page.getByRole('textbox', { name: 'Script' });
  await expect(editor).toContainText('free');
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Context' }).click();
  await page.getByLabel('Use the data of a user').fill(username);
  await page
    .getByRole('option', { name: username })
    .or(page.getByRole('option', { name: 'Nora' }))
    .click();
  await expect(page.getByRole('figure').filter({ hasText: 'context.user' })).toContainText('"name": "Nora"');
  await replaceScript(
    page,
    'const getCustomJwtClaims = ({ context }) => ({ who: context.user.name, plan: "pro" });',
  );
  await page.keyboard.press('ControlOrMeta+Enter');
  const result = page.getByRole('status').filter({ hasText: 'Compared with the saved script' });
  await expect(result).toContainText('"who": "Nora"');
  for (const line of [/Added\s*who/, /Changed\s*plan/, /Removed\s*old/])
    await expect(result).toContainText(line);
  // The editor got no new line, and the user is not part of the script.
  await expect(editor).toHaveText(/"pro" \}\);$/);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Script saved.').first()).toBeVisible();
  expect(JSON.stringify(await management('GET', '/configs/jwt-customizer/access-token'))).not.toContain(
    'Nora',
  );
  await management('DELETE', '/configs/jwt-customizer/access-token');
  await management('DELETE', `/users/${id}`);
});
