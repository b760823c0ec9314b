import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('[UI-14] a hard term is explained by keyboard and mouse, and Escape closes only the explanation', async ({
  console: page,
  product,
}) => {
  await page.goto(`${product.console}/api-resources`);
  await page.getByRole('button', { name: 'Create API resource' }).first().click();
  const dialog = page.getByRole('dialog');
  const term = dialog.getByRole('button', { name: 'API identifier' });
  const meaning = page.getByText('The URI that identifies an API (RFC 8707).');
  await expect(meaning).toHaveCount(0);
  await term.focus();
  await expect(meaning).toBeVisible();
  await expect(term).toHaveAccessibleDescription(/RFC 8707/);
  await page.keyboard.press('Escape');
  await expect(meaning).toBeHidden();
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'an explained term');
  // The field keeps its name.
  await dialog.getByLabel('API identifier').fill('https://terms.example.com');
  await term.hover();
  await expect(meaning).toBeVisible();
});

test('[UI-14] on a touchscreen, a tap opens the explanation of the audience and a tap beside it closes it', async ({
  signedInState,
  browser,
  product,
  management,
}) => {
  const indicator = 'https://audience.example.com';
  const { id } = await management('POST', '/resources', { name: 'Tide API', indicator });
  const context = await browser.newContext({
    storageState: signedInState,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${product.console}/api-resources/${id}/general`);
  const meaning = page.getByText('The API that a token is issued for');
  await page.getByRole('main').getByRole('button', { name: 'Audience' }).tap();
  await expect(meaning).toBeVisible();
  await expect(meaning).toBeInViewport({ ratio: 1 });
  await page.getByRole('heading', { name: 'Tide API' }).tap();
  await expect(meaning).toBeHidden();
  await context.close();
});

test('[ENT-11] after an email connector is saved, turning on email codes is one click away', async ({
  console: page,
  product,
  management,
}) => {
  await page.route('**/api/sign-in-exp', async route => {
    const response = await route.fetch();
    const settings = await response.json();
    const methods = settings.signIn?.methods.map((method: object) => ({
      ...method,
      verificationCode: false,
    }));
    await route.fulfill({ response, json: { ...settings, signIn: { methods } } });
  });
  const { id } = await management('POST', '/connectors', {
    connectorId: 'simplemail-transfer-protocol',
    config: { host: 'mail.example.com', port: 587, fromEmail: 'no-reply@example.com', templates: [] },
  });
  await page.goto(`${product.console}/connectors/passwordless/${id}`);
  await expect(page.getByText('Users cannot sign in with email codes yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Turn on email codes' }).click();
  await expect(page).toHaveURL(/\/sign-in-experience\/sign-up-and-sign-in$/);
});
