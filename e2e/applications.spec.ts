import type { Page } from '@playwright/test';
import { freePort } from '../packages/server/src/http/testing/free-port.ts';
import { expectAccessible } from './support/axe.ts';
import { cookiesOf, openGuide } from './support/guide.ts';
import { type ProgramFile, startGuideProgram } from './support/guide-program.ts';
import { expect, signIn, test } from './support/test.ts';

const visitor = { username: 'guide_visitor', password: 'correct horse 8 Battery' };

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();

/** The code that the guide shows in its steps. The step about an API shows some of it again, with the call. */
const readGuide = async (page: Page) => {
  const files: ProgramFile[] = [];
  const blocks = page.getByRole('figure').and(page.locator(':not(#your_api *)'));
  for (const block of await blocks.all()) {
    const tabs = await block.getByRole('tab').all();
    for (const each of tabs.length > 0 ? tabs : [block.locator('figcaption span').first()]) {
      if (tabs.length > 0) await each.click();
      const file = (await each.textContent()) ?? '';
      const code = (await block.locator('code').textContent()) ?? '';
      if (file) files.push({ file, code });
    }
  }
  return files;
};

test('[NAV-8][UI-14] an application is made from the guide of a framework, whose code signs the first person in', async ({
  console: page,
  page: visitorPage,
  product,
  management,
}) => {
  await management('POST', '/users', { ...visitor, name: 'Vera Visitor' });
  // With an API, the guide also shows how to call it.
  await management('POST', '/resources', { name: 'Timetables', indicator: 'https://timetables.example' });
  const port = await freePort();
  await page.goto(`${product.console}/applications`);
  await page.getByRole('button', { name: 'Create application' }).first().click();
  // The list behind has its own search.
  await expect(page.getByRole('link', { name: 'SvelteKit' })).toBeVisible();
  await page.getByRole('searchbox').fill('sveltekit');
  await expect(page.getByRole('link', { name: 'Node.js' })).toHaveCount(0);
  await page.getByRole('searchbox').fill('node');
  await expect(page.getByRole('link', { name: 'SvelteKit' })).toHaveCount(0);
  await page.getByRole('region', { name: 'Traditional web' }).getByRole('link', { name: 'Node.js' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('My Node.js app');
  await dialog.getByLabel('Name', { exact: true }).clear();
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Ferry tickets');
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await expect(page).toHaveURL(/\/guide\/node$/);
  const id = page.url().split('/').at(-3) ?? '';
  await expect(page.getByText('npm install openid-client')).toBeVisible();

  const redirectUri = page.getByRole('group', { name: 'Redirect URIs', exact: true }).getByRole('textbox');
  await redirectUri.fill('my app');
  await page.getByRole('button', { name: 'Save URIs' }).click();
  await expect(page.getByText('Use a URI that starts with http:// or https://.')).toBeVisible();
  await redirectUri.fill(`http://localhost:${port}/callback`);
  await page.getByRole('button', { name: 'Save URIs' }).click();
  await expect(page.getByText('URIs saved').first()).toBeVisible();
  await expect(page.getByText('OIDC_CLIENT_SECRET=your-app-secret')).toBeVisible();
  await expectAccessible(page, 'guide');
  await page.getByRole('button', { name: 'Show secret' }).click();
  const ownApi = page.locator('#your_api');
  await ownApi.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Timetables' }).click();
  await expect(ownApi.locator('code')).toContainText("resource: 'https://timetables.example'");
  await expect(page.getByText('your-app-secret')).toHaveCount(0);
  const program = await startGuideProgram(await readGuide(page), 'node --env-file=.env server.mjs', {
    port,
  });
  try {
    await expect(page.getByText('Waiting for the first token')).toBeVisible();
    await program.answers();
    const open = page.getByRole('link', { name: 'Open your application' });
    await expect(open).toHaveAttribute('href', `http://localhost:${port}/sign-in`);
    await visitorPage.goto(`http://localhost:${port}/sign-in`);
    await visitorPage.getByLabel('Username').waitFor();
    const { sid: before } = await cookiesOf(visitorPage);
    await signIn(visitorPage, visitor);
    await expect(visitorPage.getByText('"name":"Vera Visitor"')).toBeVisible();
    expect(before).toBeTruthy();
    expect((await cookiesOf(visitorPage)).sid).not.toBe(before);
    await expect(page.getByText('It works: the first token was issued')).toBeVisible();
  } finally {
    await program.stop();
  }

  await page.getByRole('link', { name: 'View log entry' }).click();
  await expect(page).toHaveURL(new RegExp(`/applications/${id}/logs/`));
  await page.getByRole('main').getByRole('link', { name: 'Application logs' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'ExchangeTokenBy.AuthorizationCode' })).toBeVisible();
});

test('[NAV-8] an application is set up: addresses line by line, tokens, security, who may sign in; then deleted', async ({
  console: page,
  product,
  management,
}) => {
  const { id } = await management('POST', '/applications', {
    name: 'Ferry timetable',
    type: 'Traditional',
    oidcClientMetadata: { redirectUris: ['https://ferry.example/callback'], postLogoutRedirectUris: [] },
  });
  await management('POST', '/users', { username: 'purser', name: 'Petra Purser' });
  await page.goto(`${product.console}/applications/${id}/settings`);
  await expect(page.getByText('Traditional web').first()).toBeVisible();
  const origins = page.getByRole('group', { name: /^Allowed origins/ });
  await origins.getByRole('textbox').fill('https://admin.example.com/path');
  await page.getByLabel('Refresh token lifetime').fill('120');
  await page.getByRole('radio', { name: /^Hardened/ }).check();
  await save(page);
  await expect(page.getByText('Enter only an origin')).toBeVisible();
  await expect(page.getByText('The maximum is 90.')).toBeVisible();
  await origins.getByRole('textbox').fill('https://admin.example.com');
  await page.getByLabel('Refresh token lifetime').fill('30');
  await page.getByLabel('Restrict who can sign in').check();
  await expect(page.getByText('No users can sign in to this application')).toBeVisible();
  await page.getByRole('combobox', { name: 'Users optional' }).fill('petra');
  await page.getByRole('option', { name: /Petra Purser/ }).click();
  const issues = [
    { path: 'customClientMetadata.alwaysIssueRefreshToken', message: 'Not for this one.' },
    { path: 'oidcClientMetadata.redirectUris.0', message: 'Not there.' },
  ];
  const refusal = { code: 'guard.invalid_input', message: 'See the data.', data: { issues } };
  await page.route(`**/api/applications/${id}`, route =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 400, json: refusal }) : route.fallback(),
  );
  await save(page);
  const always = page.getByLabel('Always issue a refresh token');
  await expect(always).toBeFocused();
  await expect(always).toHaveAccessibleDescription('Not for this one.');
  const address = page.getByRole('group', { name: /^Redirect URIs/ }).getByRole('textbox');
  await expect(address).toHaveAccessibleDescription('Not there.');
  await expect(page.getByText('Not for this one. Not there.')).toBeVisible();
  await page.unrouteAll();
  await save(page);
  await expect(page.getByText('Application saved').first()).toBeVisible();
  expect(await management('GET', `/applications/${id}`)).toMatchObject({
    appLevelAccessControlEnabled: true,
    oidcClientMetadata: { redirectUris: ['https://ferry.example/callback'] },
    customClientMetadata: {
      corsAllowedOrigins: ['https://admin.example.com'],
      refreshTokenTtlInDays: 30,
      securityProfile: 'Hardened',
    },
  });
  expect((await management('GET', `/applications/${id}/access-control`)).userIds).toHaveLength(1);
  await page.reload();
  await expect(page.getByText('Petra Purser')).toBeVisible();
  await expectAccessible(page, 'settings');

  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await confirm.getByRole('textbox').fill('Ferry timetable');
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Application Ferry timetable deleted').first()).toBeVisible();
});

test('[ENT-2] the code of the guide for services runs, until the secret is deleted', async ({
  console: page,
  product,
  management,
}) => {
  const { appId, files, command } = await openGuide('machine-node', product, management);
  await page.goto(`${product.console}/applications/${appId}/guide/machine-node`);
  await expect(page.getByText('No role yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Assign roles' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('management');
  const option = page.getByRole('option', { name: /^admin/ });
  const list = await option.boundingBox();
  const button = await dialog.locator('button[type=submit]').boundingBox();
  // The list has room of its own above the buttons.
  expect(list!.y + list!.height).toBeLessThan(button!.y);
  await option.click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Assign roles' }).click();
  await expect(page.getByText('No role yet.')).toHaveCount(0);
  await expect(page.getByRole('main').getByText('admin', { exact: true })).toBeVisible();
  await expect(page.getByText('Run your service once.')).toBeVisible();
  await expect(page.getByText('Waiting for the first token. Run your service.')).toBeVisible();
  await expect(page.getByRole('main').getByText(/sign in|redirect URI/i)).toHaveCount(0);
  const call = async () => {
    const run = await startGuideProgram(files, command);
    await run.ended;
    await run.stop();
    return run.output();
  };
  expect(await call()).toMatch(/^200 [\s\S]*Node\.js guide/);
  await expect(page.getByText('It works: the first token was issued')).toBeVisible();

  await page.getByRole('link', { name: 'Go to settings' }).click();
  await page.getByRole('button', { name: 'More actions for Default secret' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Night shift');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Night shift' });
  await row.getByRole('button', { name: 'More actions for Night shift' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  expect(await call()).toContain('invalid_client');
});

test('[NAV-8] by keyboard alone: a single-page application is made, its guide read, and a role given to a service', async ({
  console: page,
  product,
  management,
}) => {
  const { id } = await management('POST', '/applications', { name: 'Stock robot', type: 'MachineToMachine' });
  await page.goto(`${product.console}/applications`);
  await expect(page.getByRole('link', { name: /^Stock robot/ })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('link', { name: 'Angular' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('vue');
  await expect(page.getByRole('main').getByRole('link', { name: /^Vu/ })).toHaveCount(1);
  await page.getByRole('main').getByRole('link', { name: /^Vu/ }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.type('Deck plans');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/guide\/vue$/);
  await expect(page.getByText('Gatehouse is compatible with the Logto SDKs')).toBeVisible();
  await page.getByRole('link', { name: /Set redirect URIs$/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Save URIs' })).toBeInViewport();

  await page.goto(`${product.console}/applications/${id}/roles`);
  await expect(page.getByRole('button', { name: 'Assign roles' }).first()).toBeVisible();
  await page.keyboard.press('n');
  await expect(dialog.getByRole('combobox')).toBeVisible();
  await dialog.getByRole('combobox').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Assign roles' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 role assigned').first()).toBeVisible();
});

test('the device flow is chosen when a native application is created, and shown as it is later', async ({
  console: page,
  product,
  management,
}) => {
  const device = page.getByRole('switch', { name: /^Allow device flow/ });
  await page.goto(`${product.console}/applications/create?guide=android`);
  await page.getByLabel('Name', { exact: true }).fill('Harbour screen');
  await device.check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create application' }).click();
  await expect(page).toHaveURL(/\/guide\/android$/);
  const id = page.url().split('/').at(-3) ?? '';
  const { customClientMetadata } = await management('GET', `/applications/${id}`);
  expect(customClientMetadata).toEqual({ isDeviceFlow: true });
  await page.goto(`${product.console}/applications/${id}/settings`);
  await expect(device).toBeChecked();
  await expect(device).toBeDisabled();
});
