import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

/** A service that takes messages: it refuses the first one. */
const startReceiver = async () => {
  const received: { to: string; subject: string }[] = [];
  let isWilling = false;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', data => (text += data));
    request.on('end', () => {
      if (isWilling) received.push(JSON.parse(text));
      response.statusCode = isWilling ? 200 : 401;
      isWilling = true;
      response.end('{"message":"The key is not known."}');
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}/messages`, stop: () => server.close() };
};

test('[NAV-10][ENT-11] an email service is set up, tried, given words of its own, changed and deleted', async ({
  console: page,
  product,
}) => {
  const receiver = await startReceiver();
  const refused: string[] = [];
  page.on('console', message => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.goto(`${product.console}/connectors`);
  await expect(page).toHaveURL(/\/connectors\/passwordless$/);
  // Without a connector there is an entry for each kind, without a name or a logo.
  for (const channel of [/Email/, /SMS/]) {
    const entry = page.getByRole('row', { name: channel });
    await expect(entry.getByText('Not set up')).toBeVisible();
    await expect(entry.getByRole('img')).toHaveCount(0);
  }
  await page.getByRole('row', { name: /Email/ }).getByRole('link', { name: 'Set up', exact: true }).click();
  await expect(page).toHaveURL(/\/passwordless\/create\/email$/);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('htt');
  // A list that still changes can lose a click.
  await expect(dialog.getByRole('link', { name: /Mailgun/ })).toHaveCount(0);
  await dialog.getByRole('link', { name: /HTTP email/ }).click();
  await expect(page).toHaveURL(/\/passwordless\/guide\/http-email$/);
  await expect(page.getByText('We send a POST request with a JSON body')).toBeVisible();

  const save = page.getByRole('button', { name: 'Save and finish' });
  const address = page.getByLabel('Endpoint URL', { exact: true });
  await save.click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await address.fill('nowhere');
  await save.click();
  // The rule is the connector's own: the server knows it.
  await expect(page.getByText('Enter a valid URL, like https://example.com.').first()).toBeVisible();
  await address.fill(receiver.url);
  await page.getByLabel('Email address').fill('ada@example.com');
  const send = page.getByRole('button', { name: 'Send test message' });
  await send.click();
  await expect(page.getByRole('alert').filter({ hasText: 'The key is not known.' })).toBeVisible();
  await send.click();
  await expect(page.getByText('Test message sent to ada@example.com').first()).toBeVisible();
  expect(receiver.received).toEqual([expect.objectContaining({ to: 'ada@example.com' })]);
  await save.click();
  await expect(page).toHaveURL(/\/connectors\/passwordless\/\w+$/);
  await expect(address).toHaveValue(receiver.url);

  await page.getByRole('button', { name: 'Add template' }).click();
  await dialog.getByLabel('Used for').click();
  await page.getByRole('option', { name: 'Sign-in', exact: true }).click();
  // It begins with the built-in message.
  await expect(dialog.getByLabel('Subject')).toHaveValue(/\{\{code\}\}/);
  await expect(dialog.frameLocator('iframe').getByText('739201')).toBeVisible();
  await dialog.getByLabel('Subject').fill('Harbour: {{code}}');
  await dialog.getByRole('textbox', { name: 'Content' }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('<b style="color: rgb(10, 90, 60)">Welcome aboard, {{code}}</b>');
  const shown = dialog.frameLocator('iframe').getByText('Welcome aboard, 739201');
  await expect(shown).toHaveCSS('color', 'rgb(10, 90, 60)');
  await page.keyboard.insertText('{{colour}}');
  await expect(dialog.getByText('will be empty: {{colour}}')).toBeVisible();
  await expect(dialog.getByText('Harbour: 739201')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  // A second one for the same does not replace it.
  await page.getByRole('button', { name: 'Add template' }).click();
  await dialog.getByLabel('Used for').click();
  await page.getByRole('option', { name: 'Sign-in', exact: true }).click();
  await expect(dialog.getByLabel('Subject')).toHaveValue(/\{\{code\}\}/);
  await dialog.getByLabel('Reply-to address').fill('nobody');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Reply-to address')).toHaveAccessibleDescription(/valid email address/);
  await dialog.getByLabel('Reply-to address').fill('Harbour <help@example.com>');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A template for this use and language already exists.')).toBeVisible();
  // The preview is in the language of the message, in its direction, and as narrow as a phone.
  await dialog.getByLabel('Used for').click();
  await page.getByRole('option', { name: 'Email address changed' }).click();
  await dialog.getByLabel('Language').click();
  await page.getByRole('option', { name: /^العربية ar$/ }).click();
  const preview = dialog.frameLocator('iframe').locator('html');
  await expect(preview).toHaveAttribute('dir', 'rtl');
  await expect(preview).toContainText('تم تغيير عنوان البريد الإلكتروني لحسابك');
  await dialog.getByRole('button', { name: 'Mobile', exact: true }).click();
  await expect.poll(async () => (await dialog.locator('iframe').boundingBox())?.width).toBe(320);
  await expect.poll(() => preview.evaluate(page => page.scrollWidth)).toBe(320);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Used for').click();
  await page.getByRole('option', { name: 'Sign-in', exact: true }).click();
  await page.getByLabel('Email address').fill('ada@example.com');
  await send.click();
  await expect.poll(() => receiver.received.at(-1)?.subject).toBe('Harbour: 000000');
  await expectAccessible(page, 'connector');
  await page.getByRole('button', { name: 'More actions for Sign-in, English' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('All messages use the default text.')).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Connectors' }).click();
  await page.getByRole('button', { name: 'More actions for Email' }).click();
  await page.getByRole('menuitem', { name: 'Send test message' }).click();
  await dialog.getByLabel('Email address').fill('grace@example.com');
  await dialog.getByRole('button', { name: 'Send test message' }).click();
  await expect.poll(() => receiver.received.at(-1)?.to).toBe('grace@example.com');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'More actions for Email' }).click();
  await page.getByRole('menuitem', { name: 'Change provider' }).click();
  await dialog.getByRole('link', { name: /Development mailbox/ }).click();
  await save.click();
  await expect(page.getByText('Captured messages').first()).toBeVisible();
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: /Email/ })).toContainText('Not set up');
  expect(refused).toEqual([]);
  receiver.stop();
});

test('[NAV-10][ENT-11] by keyboard alone: a provider is added with its callback URI, changed and found in the list', async ({
  console: page,
  product,
  management,
}) => {
  await page.goto(`${product.console}/connectors/social`);
  await expect(page.getByText('0 social connectors')).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('connect');
  await expect(dialog.getByRole('link')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/social\/guide\/oidc$/);
  const fill = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.type(text);
  };
  await fill('Button text', 'Harbour ID');
  await fill('Target', 'harbour');
  await fill('Authorization endpoint', 'https://id.example.com/auth');
  await fill('Token endpoint', 'https://id.example.com/token');
  await fill('Client ID', 'gatehouse');
  await fill('Client secret optional', 'very secret');
  await fill('Issuer', 'https://id.example.com');
  await fill('JWKS URI', 'keys');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('JWKS URI')).toHaveAccessibleDescription(/Enter a valid URL, like/);
  await page.getByLabel('JWKS URI').fill('https://id.example.com/jwks');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/connectors\/social\/\w+$/);
  const id = page.url().split('/').at(-1);
  await expect(page.getByText(`/callback/${id}`)).toBeVisible();
  expect(await management('GET', `/connectors/${id}`)).toMatchObject({
    target: 'harbour',
    config: {
      clientSecret: 'very secret',
      idTokenVerificationConfig: { issuer: 'https://id.example.com', jwksUri: 'https://id.example.com/jwks' },
    },
  });

  // The page renders again when the response for the created object arrives.
  await expect(async () => {
    await page.getByLabel('Update name and picture at every sign-in').focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Connector saved').first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Connectors' }).focus();
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /Harbour ID/ });
  await expect(row.getByText('In use', { exact: true })).toBeVisible();
  await expectAccessible(page, 'social connectors');
  await management('DELETE', `/connectors/${id}`);
});
