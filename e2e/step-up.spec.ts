import { expectArrival, test } from './support/applications.ts';
import { addAuthenticator } from './support/authenticator.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, signIn } from './support/test.ts';
import { totpOf } from './support/totp.ts';

const password = 'a fine Day 4 sailing';

test.afterEach(({ management }) =>
  management('PATCH', '/sign-in-exp', { mfa: { policy: 'UserControlled', factors: [] } }),
);

test('an administrator requires a second factor for an application and for a permission', async ({
  console: page,
  product,
  management,
}) => {
  const web = await management('POST', '/applications', {
    name: 'Payments',
    type: 'Traditional',
    oidcClientMetadata: { redirectUris: ['https://pay.example/callback'], postLogoutRedirectUris: [] },
  });
  await page.goto(`${product.console}/applications/${web.id}/settings`);
  const level = page.getByLabel('Required authentication level');
  // Before anything is changed: the bar that offers to save would lie over whatever is below it just now.
  await expect(level).toBeVisible();
  await expectAccessible(page, 'step-up');
  const warning = 'Passkeys are disabled, so users cannot reach this level.';
  await level.click();
  await page.getByRole('option', { name: 'Phishing-resistant (passkey)' }).click();
  await expect(page.getByText(warning)).toBeVisible();
  await level.click();
  await page.getByRole('option', { name: 'Multi-factor authentication' }).click();
  await expect(page.getByText(warning)).toHaveCount(0);
  await expect(page.getByText('No authentication factor is enabled')).toBeVisible();
  await page.getByLabel('Maximum authentication age').fill('900');
  await page.getByLabel('Require PKCE').uncheck();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  expect(await management('GET', `/applications/${web.id}`)).toMatchObject({
    isPkceRequired: false,
    customClientMetadata: { minimumAcr: 'urn:gatehouse:acr:mfa', maximumAuthenticationAge: 900 },
  });
  await level.click();
  await page.getByRole('option', { name: 'Any sign-in' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  expect((await management('GET', `/applications/${web.id}`)).customClientMetadata).toEqual({
    maximumAuthenticationAge: 900,
  });

  const api = await management('POST', '/resources', { name: 'Payments', indicator: 'https://pay.example' });
  await page.goto(`${product.console}/api-resources/${api.id}/permissions`);
  await page.getByRole('button', { name: 'Create permission' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Permission', { exact: true }).fill('write:payments');
  await dialog.getByLabel('Required authentication level').click();
  await page.getByRole('option', { name: 'Phishing-resistant (passkey)' }).click();
  await expect(dialog.getByText(warning)).toBeVisible();
  await dialog.getByRole('button', { name: 'Create permission' }).click();
  await expect(page.getByText('Permission write:payments created')).toBeVisible();
  expect(await management('GET', `/resources/${api.id}/scopes`)).toMatchObject([
    { name: 'write:payments', acr: 'urn:gatehouse:acr:phr' },
  ]);
});

test('a signed-in user is asked for the factor alone when an application requires one', async ({
  page,
  own,
  management,
}) => {
  await management('PATCH', '/sign-in-exp', { mfa: { policy: 'PromptOnlyAtSignIn', factors: ['Totp'] } });
  const { id } = await management('POST', '/users', { username: 'step_stella', password });
  await page.goto(own.start());
  await signIn(page, { username: 'step_stella', password });
  await page.getByRole('button', { name: 'Not now' }).click();
  await expectArrival(page, own.redirectUri);
  const { secret } = await management('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });

  await page.goto(own.start({ acr_values: 'urn:gatehouse:acr:mfa' }));
  await expect(page.getByRole('heading', { name: 'Enter the code from your app' })).toBeVisible();
  await expectAccessible(page, 'step-up page');
  await page.getByLabel('Code', { exact: true }).fill(totpOf(secret));
  expect((await expectArrival(page, own.redirectUri)).get('code')).toBeTruthy();
  // Now the session is strong enough: nothing is asked.
  await page.goto(own.start({ acr_values: 'urn:gatehouse:acr:mfa' }));
  expect((await expectArrival(page, own.redirectUri)).get('code')).toBeTruthy();
});

test('a user without a passkey reads at once that one is required, and adds it after another factor', async ({
  page,
  own,
  management,
}) => {
  await addAuthenticator(page);
  const mfa = { policy: 'PromptOnlyAtSignIn', factors: ['Totp'] };
  await management('PATCH', '/sign-in-exp', { mfa });
  const { id } = await management('POST', '/users', { username: 'step_petra', password });
  await page.goto(own.start());
  await signIn(page, { username: 'step_petra', password });
  await page.getByRole('button', { name: 'Not now' }).click();
  await expectArrival(page, own.redirectUri);
  const { secret } = await management('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });

  const strongest = { acr_values: 'urn:gatehouse:acr:phr' };
  await page.goto(own.start(strongest));
  await expect(page.getByRole('heading', { name: 'Passkey required' })).toBeVisible();
  await expectAccessible(page, 'unmet level');
  await page.getByRole('button', { name: 'Return to the application' }).click();
  expect((await expectArrival(page, own.redirectUri)).get('error')).toBe('unmet_authentication_requirements');

  await management('PATCH', '/sign-in-exp', { mfa: { ...mfa, factors: ['Totp', 'WebAuthn'] } });
  await page.goto(own.start(strongest));
  await expect(page.getByText('This application requires a passkey. Verify your identity')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(totpOf(secret));
  await expect(page.getByText('This application requires a passkey. Create one to continue.')).toBeVisible();
  await expectAccessible(page, 'required passkey');
  await page.getByRole('button', { name: 'Create passkey' }).click();
  expect((await expectArrival(page, own.redirectUri)).get('code')).toBeTruthy();
});
