import { addOrdersApi } from './support/orders-api.ts';
import { expect, test } from './support/test.ts';

test('[NAV-8] every guide that signs users in says how to call an API of the tenant', async ({
  console: page,
  product,
  management,
}) => {
  const clerk = { username: 'clerk', password: 'correct horse 8 Battery' };
  const indicator = await addOrdersApi(management, 'desk', clerk);
  const { id } = await management('POST', '/applications', { name: 'Order desk', type: 'SPA' });
  await page.goto(`${product.console}/applications/${id}/guide/react#your_api`);
  // The link leads to the step, whose code is loaded later than the page.
  await expect(page.getByRole('tab', { name: 'src/orders.tsx' })).toBeInViewport();
  const choose = page.getByRole('combobox', { name: 'API resources' });
  await choose.click();
  await page.getByRole('option', { name: 'Orders desk' }).click();
  const figure = page.getByRole('figure').last();
  await expect(figure.getByRole('tab')).toHaveText(['src/main.tsx', 'src/App.tsx', 'src/orders.tsx']);
  await expect(figure.locator('code')).toContainText(`resources: ['${indicator}']`);
  await figure.getByRole('tab', { name: 'src/orders.tsx' }).click();
  await expect(figure.locator('code')).toContainText('response.status === 401');
  // Any other library is shown the requests.
  await page.goto(`${product.console}/applications/${id}/guide/oidc-spa#your_api`);
  await choose.click();
  await page.getByRole('option', { name: 'Orders desk' }).click();
  await expect(page.getByRole('figure').last()).toContainText(`-d resource=${indicator}`);
  await page.getByRole('link', { name: 'Open guide' }).click();
  await expect(page.getByRole('heading', { name: /Orders desk/ })).toBeVisible();
});
