import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('changes of a form are saved to a draft, compared and published, and nothing is live before', async ({
  console: page,
  product,
  management,
}) => {
  const role = await management('POST', '/roles', { name: 'Drafted clerk', description: 'Before' });
  const description = async () => (await management('GET', `/roles/${role.id}`)).description;
  // With an open one, the dialog would offer that.
  for (const { id, publishedAt } of await management('GET', '/drafts'))
    if (publishedAt === null) await management('DELETE', `/drafts/${id}`);
  await page.goto(`${product.console}/roles/${role.id}/general`);
  await page.getByLabel('Description').fill('After');
  await page.getByRole('button', { name: 'Save to draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save to draft' });
  await dialog.getByLabel('Name', { exact: true }).fill('Spring cleaning');
  await dialog.getByRole('button', { name: 'Save to draft' }).click();
  await expect(page.getByText('Saved to draft Spring cleaning')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Before');
  expect(await description()).toBe('Before');

  await page.getByRole('button', { name: 'Open draft' }).click();
  await expect(page).toHaveURL(/\/drafts\/\w+\/changes$/);
  const table = page.getByRole('table', { name: 'Role · Drafted clerk' });
  // Fields have the labels of their forms, with the names of the API.
  await expect(table.getByRole('row').nth(1)).toContainText(/Description\s*description\s*Before\s*After/);
  await expectAccessible(page, 'drafts');

  await management('PATCH', `/roles/${role.id}`, { description: 'Meanwhile' });
  await page.reload();
  await expect(page.getByText('Changed after it was added to this draft: Description')).toBeVisible();
  await page.getByRole('button', { name: 'Publish draft' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Newer live changes are overwritten.');
  await question.getByRole('button', { name: 'Publish draft' }).click();
  await expect(page.getByText('Draft published')).toBeVisible();
  expect(await description()).toBe('After');
  const address = page.url();

  // The history of the role has what the draft did to it, and leads to the whole change.
  await page.goto(`${product.console}/roles/${role.id}/general`);
  await expect(page.getByText('Edited by admin')).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  const entry = history.getByRole('listitem').filter({ hasText: 'Draft · Spring cleaning' });
  await expect(entry).toContainText('Changed · admin');
  await expect(entry).toContainText(/Description\s*description.*Meanwhile.*After/);
  await expectAccessible(page, 'history with a draft', ['nav']);
  await entry.getByRole('link', { name: 'View change' }).click();
  await expect(page).toHaveURL(/audit-logs\/changes\?open=/);
  await expect(page.getByRole('dialog').or(page.getByRole('complementary')).last()).toContainText(
    'Spring cleaning',
  );

  await page.goto(address);
  await page.getByRole('button', { name: 'Undo change' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo change' }).click();
  await expect(page.getByText('Change undone')).toBeVisible();
  expect(await description()).toBe('Meanwhile');
  await expect(page.getByText('This draft was published, then undone')).toBeVisible();
  await page.goto(`${product.console}/drafts`);
  await expect(page.getByRole('row', { name: /Spring cleaning/ })).toContainText('Undone');
});

test('a draft is created, commented, renamed, emptied and deleted', async ({
  console: page,
  product,
  management,
}) => {
  await page.goto(`${product.console}/drafts`);
  await page.getByRole('button', { name: 'Create draft' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('First');
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await expect(page).toHaveURL(/\/drafts\/\w+\/changes$/);
  await expect(page.getByText('No changes yet.')).toBeVisible();

  const id = new URL(page.url()).pathname.split('/').at(-2);
  const role = await management('POST', '/roles', { name: 'Doomed clerk', description: 'Before' });
  await management('POST', `/drafts/${id}/requests`, { method: 'DELETE', path: `/roles/${role.id}` });
  await management('DELETE', `/roles/${role.id}`);
  await page.reload();
  await expect(page.getByText('This draft cannot be published')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish draft' })).toBeDisabled();
  await page.getByRole('button', { name: 'Remove from draft' }).click();
  await expect(page.getByText('No changes yet.')).toBeVisible();

  await page.getByRole('link', { name: 'Comments' }).click();
  await page.getByLabel('Comment').fill('After the holidays?\nBefore them?');
  await page.getByRole('button', { name: 'Add comment' }).click();
  const comment = page.getByRole('listitem').filter({ hasText: 'After the holidays?' });
  expect(await comment.innerText()).toContain('After the holidays?\nBefore them?');
  await expectAccessible(page, 'drafts comments');

  await page.getByRole('link', { name: 'Settings' }).last().click();
  await page.getByLabel('Name', { exact: true }).fill('Renamed');
  await expect(page.getByRole('button', { name: 'Save to draft' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Draft Renamed deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/drafts$/);
});
