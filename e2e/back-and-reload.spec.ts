import { isTo } from './support/edge.ts';
import { choosePlan, openCreation } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('the browser’s back goes one step back, closes what lies on the page and asks before anything typed is lost; a reload keeps it', async ({
  people,
  cloud,
}) => {
  const { page, tenantId } = await people.tenantOwner();
  const here = `${cloud.console}/${tenantId}/applications`;
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect(page).toHaveURL(here);
  const form = page.getByRole('dialog', { name: 'Create tenant' });
  const isTyped = async () => {
    await expect(form.getByLabel('Tenant name')).toHaveValue('Pier');
    await expect(form.getByRole('radio', { name: /Production/ })).toBeChecked();
    await expect(page).toHaveURL(here);
  };
  const plans = await choosePlan(page, 'Pier');
  await expect(plans).toBeVisible();
  await page.goBack();
  await expect(plans).toHaveCount(0);
  await isTyped();
  await page.reload();
  await openCreation(page);
  await isTyped();
  await page.goBack();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on page' }).click();
  await isTyped();
  await page.goBack();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave page' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(here);

  for (const open of [
    () => page.keyboard.press('Control+k'),
    () => page.keyboard.press('Shift+?'),
    () => page.getByRole('button', { name: 'Ask AI' }).click(),
    () => openCreation(page),
  ]) {
    await open();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(here);
  }
  await page.goBack();
  await expect(page).toHaveURL(`${cloud.console}/${tenantId}/get-started`);
  await page.context().close();
});

test('a reload in the middle of the onboarding keeps what was typed, and back does not return to it; one in the middle of joining joins once', async ({
  people,
  cloud,
}) => {
  const { page, email } = await people.newcomer();
  const fields = {
    name: page.getByLabel('Tenant name'),
    region: page.getByRole('radio', { name: /Japan/ }),
    invited: page.getByRole('button', { name: 'Remove ann@harbour.example' }),
  };
  await fields.name.fill('Pier');
  await fields.region.check();
  await page.getByLabel('Invite collaborators').pressSequentially('ann@harbour.example ');
  await page.reload();
  await expect(fields.name).toHaveValue('Pier');
  await expect(fields.region).toBeChecked();
  await fields.invited.click();
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  const home = page.url();
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await page.goBack();
  await expect(page).toHaveURL(home);

  const host = await people.tenantOwner('Harbour');
  const sent = host.page.waitForResponse(response => isTo('POST', '/invitations')(response.request()));
  await host.page.goto(`${cloud.console}/${host.tenantId}/tenant-settings/members`);
  await host.page.getByRole('button', { name: 'Invite members' }).click();
  await host.page.getByLabel('Email addresses').fill(`${email} `);
  await host.page.getByRole('button', { name: 'Send invitations' }).click();
  const [{ id }] = await (await sent).json();
  await host.page.context().close();

  const asked = Promise.withResolvers<void>();
  let isHeld = true;
  await page.route('**/invitations/*/status', route => (isHeld ? asked.resolve() : route.continue()));
  await page.goto(`${cloud.console}/accept/${id}`);
  await asked.promise;
  isHeld = false;
  await page.reload();
  await expect(page).toHaveURL(`${cloud.console}/${host.tenantId}/get-started`);
  await page.goBack();
  await expect(page).toHaveURL(home);
  await page.goto(`${cloud.console}/accept/${id}`);
  await page.getByRole('link', { name: 'Go to console' }).click();
  await expect(page).toHaveURL(`${cloud.console}/${host.tenantId}/get-started`);
  await page.context().close();
});
