import { expect, test } from './support/test.ts';

test('[PREF-5] what there is to know of connectors, the management API and its roles is said until it is seen', async ({
  console: page,
  product,
  management,
}) => {
  const connector = await management('POST', '/connectors', {
    connectorId: 'github-universal',
    config: { clientId: 'id', clientSecret: 'secret' },
  });
  const role = await management('POST', '/roles', {
    name: 'Night shift',
    description: 'Works at night',
    type: 'MachineToMachine',
  });
  const [api] = await management('GET', '/resources');
  const [builtIn] = await management('GET', '/roles?type=MachineToMachine&search=management');
  const notices = [
    ['connectors/social', 'Choose which providers appear on the sign-in page'],
    [`api-resources/${api.id}/permissions`, 'This is the management API of your tenant'],
    [`roles/${builtIn.id}/permissions`, 'This role grants access to the management API'],
    [`roles/${role.id}/permissions`, 'Only this type can grant access to the management API'],
  ] as const;
  for (const [path, words] of notices) {
    await page.goto(`${product.console}/${path}`);
    await expect(page.getByText(words)).toBeVisible();
    const kept = page.waitForResponse(
      response => response.request().method() === 'PATCH' && response.url().endsWith('/me/custom-data'),
    );
    await page.getByRole('button', { name: 'Got it' }).click();
    await kept;
    await expect(page.getByText(words)).toHaveCount(0);
  }
  for (const [path, words] of notices) {
    await page.goto(`${product.console}/${path}`);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await expect(
      page.getByRole('table').or(page.getByText('This role has no permissions yet')).first(),
    ).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
  }
  await management('DELETE', `/connectors/${connector.id}`);
});
