import { expectArrival, test } from './support/applications.ts';
import { expect, signIn } from './support/test.ts';

test('[NAV-19][ENT-5][ENT-6] a user is created with a password, found, edited, given a factor and a role, suspended and deleted', async ({
  console: page,
  product,
  management,
}) => {
  await management('POST', '/roles', { name: 'Pilot', description: 'Brings ships in' });
  await page.goto(`${product.console}/users`);
  await page.getByRole('button', { name: 'Create user' }).first().click();
  await expect(page).toHaveURL(/\/users\/create$/);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: false }).first().fill('Noor Vega');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect(dialog.getByText('Enter an email address, a phone number or a username.')).toBeVisible();
  await dialog.getByLabel('Email').fill('noor@harbour.example');
  await dialog.getByLabel('Phone').fill('+49 (151) 000-123');
  await dialog.getByLabel('Username').fill('1noor');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Username').fill('noor');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect(dialog.getByText('The password is shown only once.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  const password = await page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/users\/[a-z0-9]+\/overview$/);
  const id = page.url().split('/').at(-2) ?? '';
  await management('POST', `/users/${id}/password/verify`, { password });

  await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('49151000123');
  await page.getByLabel('Given name').fill('Noor');
  await page.getByLabel('City').fill('Rotterdam');
  await page.getByLabel('Gender').click();
  await page.getByRole('option', { name: 'Prefer not to say' }).click();
  await page.getByLabel('Custom data').fill('{ "ship": ');
  await expect(page.getByText('Line 1, column 11: expected a value.')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Custom data').fill('{ "ship": "Aurora" }');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('User saved').first()).toBeVisible();
  expect(await management('GET', `/users/${id}`)).toMatchObject({
    profile: { givenName: 'Noor', gender: 'prefer_not_to_say', address: { locality: 'Rotterdam' } },
    customData: { ship: 'Aurora' },
  });

  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await expect(dialog.getByRole('img', { name: /QR code to scan/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Authenticator app' })).toBeVisible();
  const decisions = page.getByRole('group', { name: 'User preferences' });
  await decisions.getByLabel('Skip MFA at sign-in').check();
  await expect(page.getByText('Preference saved').first()).toBeVisible();
  expect(await management('GET', `/users/${id}/logto-configs`)).toMatchObject({
    mfa: { skipMfaOnSignIn: true, skipped: false },
  });
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Impersonate user' }).click();
  await dialog.getByLabel('Reason').fill('Ticket 42');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText(/^sub_/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/An application can act as this user until/)).toBeVisible();
  await expect(page.getByText('Ticket 42')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText('Ticket 42')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create one-time token' }).click();
  await dialog.getByRole('button', { name: 'Create one-time token' }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole('button', { name: 'Done' }).click();
  const tokens = page.getByRole('table', { name: 'One-time tokens' });
  await expect(tokens.getByRole('row', { name: /Active/ })).toBeVisible();
  await management('POST', '/one-time-tokens/verify', { token, email: 'noor@harbour.example' });
  await page.getByRole('button', { name: 'Create one-time token' }).click();
  await dialog.getByRole('button', { name: 'Create one-time token' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(tokens.getByRole('row', { name: /Used/ })).toBeVisible();
  await tokens
    .getByRole('row', { name: /Active/ })
    .getByRole('button')
    .click();
  await page.getByRole('menuitem', { name: 'Revoke token' }).click();
  await expect(tokens.getByRole('row', { name: /Revoked/ })).toBeVisible();
  await page.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Nightly');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Nightly' })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Roles', exact: true }).click();
  await page.getByRole('button', { name: 'Assign roles' }).first().click();
  // A role deleted after it was picked is reported at the picker, which keeps the other picks.
  const gone = await management('POST', '/roles', { name: 'Stowaway', description: 'Leaves early' });
  for (const name of ['Stowaway', 'Pilot']) {
    await dialog.getByRole('combobox').fill(name);
    await page.getByRole('option', { name: new RegExp(`^${name} `) }).click();
    await expect(page.getByRole('option')).toHaveCount(0);
  }
  await dialog.getByRole('combobox').press('Escape');
  await expect(dialog.getByRole('button', { name: 'Remove Pilot' })).toBeVisible();
  await management('DELETE', `/roles/${gone.id}`);
  await dialog.getByRole('button', { name: 'Assign roles' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'A referenced object does not exist. It may have been deleted.',
  );
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await dialog.getByRole('button', { name: 'Remove Stowaway' }).click();
  await dialog.getByRole('button', { name: 'Assign roles' }).click();
  await expect(page.getByRole('link', { name: /^Pilot\b/ })).toBeVisible();

  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('This user is suspended', { exact: false })).toBeVisible();

  await page.goto(`${product.console}/users?search=noor&suspended=false`);
  await expect(page.getByText('No results.')).toBeVisible();
  await page.goto(`${product.console}/users?search=noor&suspended=true`);
  await page.getByRole('button', { name: 'Advanced search' }).press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.type('nobody@');
  await dialog.getByRole('combobox', { name: 'Username' }).click();
  await page.getByRole('option', { name: 'regular expression' }).click();
  await dialog.getByRole('textbox', { name: 'Username' }).fill('^n.*r');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No results.')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.reload();
  await page.getByRole('button', { name: 'Advanced search 2' }).click();
  await dialog.getByRole('button', { name: 'Any condition' }).click();
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: /Noor Vega/ }).click();
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('textbox').fill('Noor Vega');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('User Noor Vega deleted').first()).toBeVisible();

  for (const username of ['crew_ada', 'crew_ben']) await management('POST', '/users', { username });
  await page.goto(`${product.console}/users?search=crew_`);
  const names = page.getByRole('table').getByRole('link');
  await expect(names).toHaveText([/crew_ben/, /crew_ada/]);
  await page.getByRole('button', { name: 'User', exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(names).toHaveText([/crew_ada/, /crew_ben/]);
  await page.getByRole('button', { name: 'User', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'User', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(names).toHaveText([/crew_ben/, /crew_ada/]);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByRole('cell', { name: 'Suspended' })).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await bar.getByRole('button', { name: 'Assign roles' }).click();
  await dialog.getByRole('combobox').fill('pilot');
  await page.getByRole('option', { name: /^Pilot\b/ }).click();
  await expect(page.getByRole('option')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Assign roles' }).click();
  await expect(bar).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('textbox').fill('2');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No results.')).toBeVisible();
});

test('[NAV-19] by keyboard alone: a new password, an organization, sessions ended, and the log read', async ({
  console: page,
  browser,
  own,
  product,
  management,
}) => {
  const omar = { username: 'omar', password: 'violet harbour 42' };
  const { id } = await management('POST', '/users', omar);
  const visitor = await browser.newPage();
  await visitor.goto(own.start());
  await signIn(visitor, omar);
  await expectArrival(visitor, own.redirectUri);
  await visitor.context().close();
  await management('PUT', `/users/${id}/identities/github`, { userId: 'gh-42', details: { login: 'omar' } });
  await management('POST', '/organizations', { name: 'Harbour office' });
  await page.goto(`${product.console}/users?search=omar`);
  await page.getByRole('link', { name: 'omar' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/overview$/);
  await expect(page.getByRole('heading', { name: 'Latest sign-ins' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).press('Enter');

  // A new password ends the sessions too, so they are ended first.
  await expect(page.getByRole('row').filter({ hasText: 'Storefront' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out everywhere' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).press('Enter');
  await expect(page.getByText('No active sessions.')).toBeVisible();

  await page.getByRole('button', { name: 'More actions', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Reset password' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Reset password' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reset password' }).press('Enter');
  await expect(dialog.getByText('Password changed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('link', { name: 'View details' }).press('Enter');
  await expect(page).toHaveURL(/\/social-identities\/github$/);
  await expect(page.getByText('"login": "omar"')).toBeVisible();
  await page.getByRole('button', { name: 'Unlink account' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByText('No linked accounts.')).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Organizations' }).press('Enter');
  await page.getByRole('button', { name: 'Add to organizations' }).press('Enter');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('harbour office');
  await expect(page.getByRole('option')).toHaveText([/Harbour office/]);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Remove Harbour office')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add to organizations' }).press('Enter');
  await expect(page.getByRole('link', { name: /Harbour office/ })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Logs' }).press('Enter');
  await page
    .getByRole('button', { name: /^Signed in|Submitted.*sign-in|Interaction\.SignIn\.Submit/ })
    .first()
    .press('Enter');
  await page.getByRole('dialog').getByRole('link', { name: 'Open', exact: true }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/users/${id}/logs/`));
  await expect(page.getByText('"result": "Success"')).toBeVisible();
  await page.getByRole('link', { name: 'User logs' }).press('Enter');
  await expect(page).toHaveURL(/\/logs$/);
});
