import { expect, test } from './support/test.ts';

const things = [
  { path: '/users', list: 'users', body: { username: 'leaving_user', name: 'Leaving user' } },
  {
    path: '/users',
    list: 'users',
    body: { username: 'erased_user', name: 'Erased user' },
    action: 'Erase user',
  },
  { path: '/roles', list: 'roles', body: { name: 'Leaving role', description: 'Gone' } },
  {
    path: '/applications',
    list: 'applications',
    body: {
      name: 'Leaving application',
      type: 'Traditional',
      oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] },
    },
  },
  { path: '/saml-applications', list: 'applications', body: { name: 'Leaving SAML application' } },
  { path: '/organizations', list: 'organizations', body: { name: 'Leaving organization' } },
  {
    path: '/resources',
    list: 'api-resources',
    body: { name: 'Leaving API', indicator: 'https://leaving.example/api' },
  },
];

for (const { path, list, body, action = 'Delete' } of things) {
  test(`deleting on the page of a thing asks for nothing that is gone: ${body.name}`, async ({
    console: page,
    product,
    management,
  }) => {
    const { id } = await management('POST', path, body);
    await page.goto(`${product.console}/${list}/${id}`);
    await expect(page.getByRole('heading', { name: body.name })).toBeVisible();
    const missing: string[] = [];
    page.on('response', response => {
      if (response.status() === 404) missing.push(response.url());
    });

    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
    const confirm = page.getByRole('alertdialog');
    await expect(confirm).toBeVisible();
    if (await confirm.getByRole('textbox').isVisible()) await confirm.getByRole('textbox').fill(body.name);
    await confirm.getByRole('button', { name: action, exact: true }).click();

    await expect(page).toHaveURL(new RegExp(`/${list}$`));
    await expect(page.getByRole('row').filter({ hasText: body.name })).toHaveCount(0);
    expect(missing).toEqual([]);
  });
}
