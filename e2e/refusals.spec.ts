import { expectAccessible } from './support/axe.ts';
import { expect, signIn, test } from './support/test.ts';

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

test('[ENT-22] the last step of a guide tells why a request was refused, and leads to the setting', async ({
  console: page,
  product,
  management,
}) => {
  const redirectUri = 'http://localhost:5173/callback';
  const { id } = await management('POST', '/applications', {
    name: 'Ferry',
    type: 'SPA',
    oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
  });
  const ask = (parameters: Record<string, string>) =>
    fetch(
      `${product.tenantEndpoint}/oidc/auth?${new URLSearchParams({
        client_id: id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...parameters,
      })}`,
      { redirect: 'manual' },
    );
  await page.goto(`${product.console}/applications/${id}/guide/react`);
  const waiting = page.getByText('Waiting for the first token');
  await expect(waiting).toBeVisible();
  // On a phone the words take two lines, and the ring stays beside them.
  await page.setViewportSize({ width: 390, height: 844 });
  const code = await page.getByRole('figure').first().boundingBox();
  expect(code!.x + code!.width).toBeLessThan(390);
  const words = await waiting.boundingBox();
  const ring = await page.locator('[role=status] [data-spinner]').boundingBox();
  expect(ring!.x + ring!.width).toBeLessThan(words!.x);
  expect(Math.abs(ring!.y + ring!.height / 2 - (words!.y + words!.height / 2))).toBeLessThan(2);
  await page.setViewportSize({ width: 1440, height: 900 });
  await ask({ redirect_uri: 'http://localhost:5173/other' });
  await expect(page.getByText('The redirect URI is not registered for this application.')).toBeVisible();
  await expect(page.getByText('The last attempt failed: Requested authorization')).toBeVisible();
  await expectAccessible(page, 'refused request in a guide');
  await page.getByRole('link', { name: 'Redirect URIs', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/applications/${id}/settings$`));

  await page.goto(`${product.console}/applications/${id}/guide/react`);
  await ask({ client_id: 'misspelled' });
  await expect(page.getByText('No application has this ID.')).toBeVisible();
  await page.getByRole('link', { name: 'View log entry' }).click();
  await expect(page.getByText('Failure reason')).toBeVisible();
  await expect(page.getByText('misspelled').first()).toBeVisible();
  await expect(page.getByText('client not found').first()).toBeVisible();
});

test('[ENT-22] a wrong password is in the logs of its user, with the identifier and the reason', async ({
  console: page,
  product,
  management,
  browser,
}) => {
  const username = 'forgetful_felix';
  const { id } = await management('POST', '/users', { username, password: 'correct horse 8 Battery' });
  const visitor = await browser.newPage();
  await visitor.goto(`${product.tenantEndpoint}/demo-app`);
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn(visitor, { username, password: 'something else' });
  await expect(visitor.getByText('The account or the password is incorrect.')).toBeVisible();
  await visitor.close();
  await expect(async () => {
    await page.goto(`${product.console}/users/${id}/logs`);
    await page
      .getByRole('button', { name: /^Verified the password during sign-in/ })
      .click({ timeout: 2000 });
  }).toPass();
  await expect(page.getByText('The account or the password is incorrect.')).toBeVisible();
  await expect(page.getByText('Identifier entered')).toBeVisible();
  await expect(page.getByText(username).first()).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'User', exact: true })).toHaveAttribute(
    'href',
    new RegExp(`/users/${id}/overview$`),
  );
});

test('[ENT-26] addresses that cannot be used are marked on the page of the application, and removed', async ({
  console: page,
  product,
  management,
}) => {
  const { id } = await management('POST', '/applications', {
    name: 'Older ferry',
    type: 'SPA',
    oidcClientMetadata: { redirectUris: ['https://ferry.example/callback'], postLogoutRedirectUris: [] },
  });
  // An earlier version could store what is refused now.
  const stored = {
    redirectUris: ['https://ferry.example/callback', 'myapp://callback'],
    postLogoutRedirectUris: ['https://ferry.example/#out'],
    backchannelLogoutUri: 'ftp://ferry.example',
  };
  await page.route(`**/api/applications/${id}`, async route => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), oidcClientMetadata: stored } });
  });
  await page.goto(`${product.console}/applications/${id}/settings`);
  await expect(page.getByText('Some redirect URIs cannot be used')).toBeVisible();
  await expect(page.getByText('Use a URI that starts with http:// or https://.')).toHaveCount(2);
  await expect(page.getByText('Remove the # and everything after it.')).toBeVisible();
  await expectAccessible(page, 'addresses that cannot be used');
  await page.getByRole('button', { name: 'Remove these URIs' }).click();
  await expect(page.getByText('Some redirect URIs cannot be used')).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Application saved').first()).toBeVisible();
  expect((await management('GET', `/applications/${id}`)).oidcClientMetadata).toEqual({
    redirectUris: ['https://ferry.example/callback'],
    postLogoutRedirectUris: [],
  });

  // The server refuses what the form refuses.
  const uris = page.getByRole('group', { name: /^Redirect URIs/ });
  await uris.getByRole('textbox').first().fill('myapp://callback');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Use a URI that starts with http:// or https://.')).toBeVisible();
});
