import type { Page } from '@playwright/test';
import { dropMessages } from './support/applications.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const previewIn = (page: Page) => page.frameLocator('iframe[title="Sign-in page preview"]');
const save = async (page: Page, message: string) => {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(message).first()).toBeVisible();
  // The notice can be that of the save before.
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
};
const openTab = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).click();

test('[NAV-17] [ENT-14] looks and ways in are seen in the preview before they are saved', async ({
  console: page,
  product,
  management,
}) => {
  const before = await management('GET', '/sign-in-exp');
  await dropMessages(management);
  await page.goto(`${product.console}/sign-in-experience`);
  await expect(page).toHaveURL(/\/sign-in-experience\/branding$/);
  const preview = previewIn(page);
  const submit = preview.getByRole('button', { name: 'Continue' });
  await expect(submit).toBeVisible();
  await page.getByRole('textbox', { name: 'Brand color' }).last().fill('#E11D48');
  await expect(submit).toHaveCSS('background-color', 'rgb(225, 29, 72)');
  await page.getByRole('textbox', { name: 'Custom CSS' }).click();
  await page.keyboard.type('h1 { color: rgb(1, 2, 3); ');
  await expect(preview.getByRole('heading')).toHaveCSS('color', 'rgb(1, 2, 3)');
  await page.getByRole('switch', { name: 'Dark mode' }).check();
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect(preview.locator('html')).toHaveAttribute('data-appearance', 'dark');
  // The pages run, but a sign-in is impossible here.
  await preview.getByLabel('Username').fill('ada');
  await preview.getByRole('textbox', { name: 'Password' }).fill('correct horse');
  await submit.click();
  await expect(preview.getByText('This is a preview. Nothing is sent.')).toBeVisible();
  await save(page, 'Settings saved');
  expect(await management('GET', '/sign-in-exp')).toMatchObject({
    color: { primaryColor: '#E11D48', isDarkModeEnabled: true },
    customCss: expect.stringContaining('rgb(1, 2, 3)'),
  });

  await openTab(page, 'Sign-up and sign-in');
  await page.getByRole('button', { name: 'Add identifier' }).first().click();
  await page.getByRole('menuitem', { name: 'Email address', exact: true }).click();
  await expect(preview.getByLabel('Email or username')).toBeVisible();
  await page.getByLabel('Require new users to set a password').uncheck();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Sign-up with a username requires a password.')).toBeVisible();
  await expectAccessible(page, 'sign-up and sign-in');
  await page.getByRole('button', { name: 'Discard' }).click();
  // Two users whose names differ by case alone stand in the way of case not counting.
  const twins: string[] = [];
  for (const username of ['harbour_twin', 'Harbour_Twin'])
    twins.push((await management('POST', '/users', { username })).id);
  await page.getByLabel('Case-sensitive usernames').uncheck();
  await expect(page.getByText('1 username conflicts')).toBeVisible();
  await expect(page.getByRole('link', { name: 'harbour_twin' })).toHaveAttribute(
    'href',
    /\/users\?where=username\.exact%3Dharbour_twin$/,
  );
  await page.getByRole('button', { name: 'Discard' }).click();
  for (const id of twins) await management('DELETE', `/users/${id}`);
  await page.getByLabel('Choose password reset methods').check();
  await page.getByLabel('SMS code').check();
  await expect(page.getByText('No SMS connector is set up')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByLabel('Passkey sign-in').check();
  await save(page, 'Settings saved');

  await openTab(page, 'Content');
  await page.getByLabel('Terms of use').fill('https://harbour.example/terms');
  await expect(preview.getByRole('link', { name: /terms of use/i })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('link', { name: 'Edit texts for français' }).click();
  await expect(page.getByLabel('sign_in.title_plain')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('e');
  await expect(page.getByText(/^Showing 60 of \d{3}$/)).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByText(/^Showing /)).toHaveCount(0);
  await page.getByRole('searchbox').fill('');
  await page.getByLabel('sign_in.title_plain').fill('Bienvenue');
  await expect(preview.getByRole('heading', { name: 'Bienvenue' })).toBeVisible();
  await save(page, 'Texts saved');
  await page.getByRole('link', { name: 'Back to content' }).click();
  await expect(page.getByText('1 custom text')).toBeVisible();
  await page.getByRole('button', { name: 'Delete custom texts for français' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 custom text')).toHaveCount(0);
  const { color, customCss, passkeySignIn } = before;
  await management('PATCH', '/sign-in-exp', { color, customCss, passkeySignIn });
});

test('the preview has a strip of the flow, and settings and elements point at each other', async ({
  console: page,
  product,
  management,
}) => {
  const field = { type: 'Text', name: 'berth', label: 'Berth', required: false };
  await management('POST', '/custom-profile-fields', field);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${product.console}/sign-in-experience/branding`);
  const preview = previewIn(page);
  const submit = preview.getByRole('button', { name: 'Continue' });
  await expect(submit).toBeVisible();
  // In its real size, and as high as the window allows.
  const { width: cardWidth } = (await preview.getByRole('main').boundingBox()) ?? {};
  expect(cardWidth).toBe(400);
  const room = await page.getByRole('region', { name: 'Sign-in page preview' }).boundingBox();
  expect(room?.width).toBeGreaterThanOrEqual(460);
  expect((room?.y ?? 0) + (room?.height ?? 0)).toBeGreaterThan(820);
  expect((room?.y ?? 0) + (room?.height ?? 0)).toBeLessThanOrEqual(900);

  const flow = page.getByRole('navigation', { name: 'Sign-in pages' });
  const current = flow.locator('[aria-current=step]');
  await expect(current).toHaveText('Sign in');
  await flow.getByRole('button', { name: 'Profile' }).click();
  await expect(preview.getByLabel('Berth')).toBeVisible();
  await flow.getByRole('button', { name: 'Consent' }).click();
  await expect(preview.getByRole('heading', { name: 'Example wants to access your account' })).toBeVisible();
  await expect(current).toHaveText('Consent');
  await flow.getByRole('button', { name: 'Sign in' }).click();
  await preview.getByRole('link', { name: 'Create an account' }).click();
  await expect(current).toHaveText('Create account');
  await preview.getByRole('link', { name: 'Sign in' }).click();
  await expect(current).toHaveText('Sign in');

  await page.getByRole('textbox', { name: 'Brand color' }).last().focus();
  await expect(submit).toHaveCSS('outline-style', 'solid');
  await preview.locator('main svg').first().click();
  await expect(page.locator('[data-preview-part=logo] :focus')).toHaveCount(1);
  await expect(submit).not.toHaveCSS('outline-style', 'solid');
  await expect(preview.locator('main svg').first()).toHaveCSS('outline-style', 'solid');
  await openTab(page, 'Sign-up and sign-in');
  // The preview of the tab before has the same field.
  await expect(page.getByLabel('Choose password reset methods')).toBeVisible();
  await preview.getByLabel('Username').click();
  await expect(page.locator('[data-preview-part=identifier] :focus')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Open live preview' })).toHaveAttribute(
    'href',
    `${product.tenantEndpoint}/demo-app`,
  );
  await expectAccessible(page, 'the flow beside the settings');
  await management('DELETE', '/custom-profile-fields/berth');
});

test('[ENT-15] a choice for the gender begins with the values that users have', async ({
  console: page,
  product,
  management,
}) => {
  await page.goto(`${product.console}/sign-in-experience/collect-user-profile`);
  await page.getByRole('button', { name: 'Add field' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Select').check();
  await dialog.getByLabel('Key').fill('gender');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/collect-user-profile\/fields\/gender$/);
  expect((await management('GET', '/custom-profile-fields/gender')).config.options).toEqual([
    { value: 'female', label: 'Female' },
    { value: 'male', label: 'Male' },
    { value: 'prefer_not_to_say', label: 'Prefer not to say' },
  ]);
  await management('DELETE', '/custom-profile-fields/gender');
});

test('[NAV-17] [ENT-15] profile fields are added, put in order, changed and deleted, by keyboard too', async ({
  console: page,
  product,
  management,
}) => {
  await management('POST', '/custom-profile-fields', {
    type: 'Text',
    name: 'desk',
    label: 'Desk',
    required: false,
  });
  await page.goto(`${product.console}/sign-in-experience/collect-user-profile`);
  const preview = previewIn(page);
  await expect(preview.getByLabel('Desk')).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Select').focus();
  await page.keyboard.press('Space');
  await dialog.getByLabel('Key').focus();
  await page.keyboard.type('not valid');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('team');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/collect-user-profile\/fields\/team$/);
  await page.getByRole('group', { name: 'Options' }).getByRole('textbox').first().fill('blue = Blue team');
  await page.getByLabel('Label').fill('Team');
  await expect(preview.getByLabel('Team')).toContainText('Blue team');
  await expectAccessible(page, 'profile field');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Field saved').first()).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Collect user profile' }).click();
  await page.getByRole('button', { name: 'Move Team' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Team moved to position 2 of 2.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Team moved to position 1 of 2.')).toBeAttached();
  await page.keyboard.press('Space');
  const namesInOrder = async () =>
    ((await management('GET', '/custom-profile-fields')) as { name: string }[]).map(({ name }) => name);
  await expect.poll(namesInOrder).toEqual(['team', 'desk']);
  const asked = async () => (await management('GET', '/sign-in-exp')).signUpProfileFields;
  const isTeamAsked = page.getByRole('switch', { name: 'Ask for Team at sign-up' });
  await isTeamAsked.click();
  await expect.poll(asked).toEqual([{ name: 'desk' }]);
  await expect(isTeamAsked).not.toBeChecked();
  await isTeamAsked.click();
  await expect.poll(asked).toBeNull();
  await page.getByRole('button', { name: 'Delete Team' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(namesInOrder).toEqual(['desk']);
  await management('DELETE', '/custom-profile-fields/desk');
});
