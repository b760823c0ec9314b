import type { Page } from '@playwright/test';
import { expectArrival, keepMessages, readCode, test } from './support/applications.ts';
import { addAuthenticator } from './support/authenticator.ts';
import { expect, signIn } from './support/test.ts';

const password = 'a fine Day 4 sailing';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name })).toBeVisible();

test('a signed-in user continues or chooses another account, where the application asks', async ({
  page,
  own,
  management,
}) => {
  await management('POST', '/users', { username: 'switch_sid', password, name: 'Sid' });
  await management('POST', '/users', { username: 'switch_tia', password });
  const choose = () => page.goto(own.start({ prompt: 'select_account' }));
  await choose();
  await signIn(page, { username: 'switch_sid', password });
  await expectArrival(page, own.redirectUri);

  await choose();
  await heading(page, 'Choose an account');
  await expect(page.getByText('switch_sid')).toBeVisible();
  await button(page, 'Continue as Sid').click();
  await expectArrival(page, own.redirectUri);

  await choose();
  await page.getByRole('link', { name: 'Use another account' }).click();
  await signIn(page, { username: 'switch_tia', password });
  await expectArrival(page, own.redirectUri);
  await choose();
  await expect(button(page, 'Continue as switch_tia')).toBeVisible();
});

test('two applications sign in at once in two tabs, and one shares only the organizations that are ticked', async ({
  page,
  own,
  foreign,
  management,
}) => {
  const { id: userId } = await management('POST', '/users', { username: 'tabs_tom', password });
  for (const name of ['Harbour', 'Lighthouse']) {
    const { id } = await management('POST', '/organizations', { name });
    await management('POST', `/organizations/${id}/users`, { userIds: [userId] });
  }
  const clientId = new URL(foreign.start()).searchParams.get('client_id') ?? '';
  await management('POST', `/applications/${clientId}/user-consent-scopes`, {
    userScopes: ['urn:logto:scope:organizations'],
  });
  const other = await page.context().newPage();
  await page.goto(own.start());
  await heading(page, 'Sign in to Storefront');
  await other.goto(foreign.start({ scope: 'openid profile urn:logto:scope:organizations' }));
  await heading(other, 'Sign in to Price robot');

  await signIn(page, { username: 'tabs_tom', password });
  await expectArrival(page, own.redirectUri);
  await other.reload();
  await heading(other, 'Sign in to Price robot');
  await signIn(other, { username: 'tabs_tom', password });
  await heading(other, 'Price robot wants to access your account');
  await other.getByLabel('Lighthouse').uncheck();
  await button(other, 'Allow').click();
  expect((await expectArrival(other, foreign.redirectUri)).get('code')).toBeTruthy();
  const shared: { name: string }[] = (
    await management('GET', `/applications/${clientId}/users/${userId}/consent-organizations`)
  ).organizations;
  expect(shared.map(({ name }) => name)).toEqual(['Harbour']);
});

test('a passkey is offered in the field itself, and a code by text message is a second step', async ({
  page,
  own,
  management,
}) => {
  await keepMessages(management);
  const { session, authenticatorId } = await addAuthenticator(page);
  await management('PATCH', '/sign-in-exp', {
    passkeySignIn: { enabled: true, showPasskeyButton: false, allowAutofill: true },
  });
  await management('POST', '/users', { username: 'fill_fay', password });
  await page.goto(own.start());
  await signIn(page, { username: 'fill_fay', password });
  await button(page, 'Create passkey').click();
  await expectArrival(page, own.redirectUri);
  // The browser prompts automatically, and the prompt is accepted automatically too.
  await page.context().clearCookies();
  await page.goto(own.start());
  await expectArrival(page, own.redirectUri);

  await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await management('PATCH', '/sign-in-exp', {
    passkeySignIn: {},
    mfa: { policy: 'NoPrompt', factors: ['PhoneVerificationCode'] },
  });
  await management('POST', '/users', { username: 'text_tex', password, primaryPhone: '491512345678' });
  await page.context().clearCookies();
  await page.goto(own.start());
  await signIn(page, { username: 'text_tex', password });
  await heading(page, 'Check your phone');
  await page.getByLabel('Code', { exact: true }).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await readCode(management, '491512345678'));
  await expectArrival(page, own.redirectUri);
  await management('PATCH', '/sign-in-exp', { mfa: { policy: 'UserControlled', factors: [] } });
});
