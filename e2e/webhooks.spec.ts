import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const startReceiver = async () => {
  const received: { event: string; header: string | string[] | undefined }[] = [];
  const state = { status: 503 };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', data => (text += data));
    request.on('end', () => {
      received.push({ event: JSON.parse(text).event, header: request.headers['x-harbour'] });
      response.statusCode = state.status;
      response.end('closed for lunch');
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { received, state, url: `http://127.0.0.1:${port}/hooks`, stop: () => server.close() };
};

test('[NAV-20][ENT-13] a webhook is created, tried, changed, watched, sent again and deleted', async ({
  console: page,
  product,
  management,
}) => {
  const receiver = await startReceiver();
  await page.goto(`${product.console}/webhooks`);
  await page.getByRole('button', { name: 'Create webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('Choose at least one event.')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Harbour log');
  await dialog.getByLabel('Endpoint URL').fill(receiver.url);
  await dialog.getByRole('searchbox').fill('role created');
  // The rest of the list has moved up.
  await expect(dialog.getByRole('checkbox', { name: 'User created User.Created' })).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: 'Role created Role.Created', exact: true }).check();
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page).toHaveURL(/\/webhooks\/\w+\/settings$/);
  const id = page.url().split('/').at(-2);

  const headers = page.getByRole('group', { name: /Custom headers/ }).getByRole('textbox');
  await headers.first().fill('no header');
  await headers.last().fill('north');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Use letters, digits and hyphens for the name')).toBeVisible();
  await headers.first().fill('X-Harbour');
  await page.getByLabel('Retries').click();
  await page.getByRole('option', { name: 'None' }).click();
  await page.getByRole('button', { name: 'Send test payload' }).click();
  await expect(page.getByText('Your endpoint responded with status 503.')).toBeVisible();
  await expect(page.getByText('closed for lunch')).toBeVisible();
  expect(receiver.received.at(-1)).toEqual({ event: 'Role.Created', header: 'north' });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Webhook saved').first()).toBeVisible();
  // The result of the test is still there after a reload.
  await page.reload();
  await expect(page.getByText('Your endpoint responded with status 503.')).toBeVisible();
  await expect(page.getByText('closed for lunch')).toBeVisible();
  const { signingKey } = await management('GET', `/hooks/${id}`);
  await page.getByRole('button', { name: 'Rotate signing key' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate signing key' }).click();
  await expect(page.getByText('Signing key rotated').first()).toBeVisible();
  expect((await management('GET', `/hooks/${id}`)).signingKey).not.toBe(signingKey);
  await expectAccessible(page, 'webhook');

  const role = await management('POST', '/roles', { name: 'Pilot', description: 'Brings ships in' });
  await page.getByRole('main').getByRole('link', { name: 'Recent requests' }).click();
  await page.getByRole('button', { name: 'Live' }).click();
  const row = page.getByRole('row', { name: /Role created/ });
  await expect(row.first()).toContainText('503');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Delivered' }).click();
  await expect(page.getByText('No results.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect(row.first()).toContainText('503');
  receiver.state.status = 200;
  await row.first().getByRole('button').first().click();
  const delivery = page.getByRole('dialog');
  await expect(delivery.getByText('"Pilot"')).toBeVisible();
  await expect(page).toHaveURL(/open=/);
  await expectAccessible(page, 'a delivery beside the list');
  await delivery.getByRole('button', { name: 'Redeliver' }).click();
  await expect(page.getByText('Redelivered').first()).toBeVisible();
  await expect(page.getByText('Redelivery')).toBeVisible();

  // At the address of another webhook it is not there.
  const other = await management('POST', '/hooks', {
    name: 'Harbour copy',
    events: ['Role.Created'],
    config: { url: receiver.url },
  });
  const [{ id: deliveryId }] = await management('GET', `/hooks/${id}/recent-logs`);
  const addressOf = (hookId: string) => `${product.console}/webhooks/${hookId}/recent-requests/${deliveryId}`;
  await page.goto(addressOf(String(id)));
  await expect(page.getByText('"Pilot"')).toBeVisible();
  await page.goto(addressOf(other.id));
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await management('DELETE', `/hooks/${other.id}`);

  await page.goto(`${product.console}/webhooks`);
  await expect(page.getByRole('row', { name: /Harbour log/ })).toContainText('of 2');
  await page.getByRole('switch', { name: 'Turn on Harbour log' }).uncheck();
  await expect(page.getByText('Webhook Harbour log turned off').first()).toBeVisible();
  await page.getByRole('button', { name: 'More actions for Harbour log' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Webhook Harbour log deleted').first()).toBeVisible();
  await management('DELETE', `/roles/${role.id}`);
  receiver.stop();
});
