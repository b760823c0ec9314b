import { expectAccessible } from './support/axe.ts';
import { expect, signIn, test } from './support/test.ts';

const password = 'correct horse 8 Battery';

test('sign-ins pass through the gate as they happen, refusals bounce, and a list says the same without motion', async ({
  console: page,
  product,
  management,
  browser,
}) => {
  const username = `traveler_${Date.now()}`;
  await management('POST', '/users', { username, password });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`${product.console}/get-started`);
  await page.getByRole('button', { name: 'Hide checklist' }).click();
  await expect(page.getByRole('heading', { name: 'Live sign-ins' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible();

  const signInWith = async (typed: string) => {
    const visitor = await browser.newPage();
    await visitor.goto(`${product.tenantEndpoint}/demo-app`);
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
    await signIn(visitor, { username, password: typed });
    return visitor;
  };
  const dot = page
    .getByRole('region', { name: 'Sign-ins on their way through the gate' })
    .getByRole('link', { name: username });
  const entry = page.getByRole('list', { name: 'Latest sign-ins' }).getByRole('link', { name: username });

  const mentions = page.getByText(/Live preview · /);
  // Other tests have signed in, too.
  const before = await mentions.count();
  const successful = await signInWith(password);
  await expect(dot).toHaveAttribute('data-tone', 'password');
  await dot.focus();
  // In the list, and beside the dot.
  await expect(mentions).toHaveCount(before + 2);
  await dot.blur();
  await expect(mentions).toHaveCount(before + 1);
  await expectAccessible(page, 'live sign-ins');
  await expect(entry).toHaveCount(1);

  const refused = await signInWith('something else');
  await expect(dot.and(page.locator('[data-refused]'))).toHaveCount(1);
  await expect(entry.filter({ hasText: 'Failed' })).toHaveCount(1);
  await Promise.all([successful.close(), refused.close()]);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(dot).toHaveCount(0);
  await expect(entry).toHaveCount(2);

  const becomes = (state: 'hidden' | 'visible') =>
    page.evaluate(value => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const isGivenBack = page.waitForEvent('requestfailed', request =>
    request.url().endsWith('/sign-ins/stream'),
  );
  await becomes('hidden');
  await isGivenBack;
  await (await signInWith('again something else')).close();
  await becomes('visible');
  await expect(entry).toHaveCount(3);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Paused' })).toBeVisible();
  await entry.filter({ hasText: 'Failed' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/audit-logs\?open=/);
  await expect(page.getByRole('dialog').getByText('Failure reason')).toBeVisible();

  await page.route('**/api/sign-ins/stream', route => route.abort());
  await page.goto(`${product.console}/get-started`);
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible();
  await page.unroute('**/api/sign-ins/stream');
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show setup checklist' }).click();
  await expect(page.getByRole('heading', { name: 'Setup checklist' })).toBeVisible();
});

test('a guide says that the application works with its first token', async ({
  console: page,
  product,
  management,
}) => {
  const { id } = await management('POST', '/applications', { name: 'Night shift', type: 'MachineToMachine' });
  const [secret] = await management('GET', `/applications/${id}/secrets`);
  const api = `https://${id}.example/api`;
  await management('POST', '/resources', { name: 'Orders', indicator: api });
  await page.goto(`${product.console}/applications/${id}/guide/machine-node`);
  await expect(page.getByText('It works: the first token was issued')).toHaveCount(0);
  const response = await fetch(`${product.tenantEndpoint}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${secret.value}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: api }),
  });
  expect(response.status).toBe(200);
  await expect(page.getByText('It works: the first token was issued')).toBeVisible();
  await expect(page.getByRole('main').locator('time').first()).toBeVisible();
});
