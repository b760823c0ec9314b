import type { Page } from '@playwright/test';
import { expectArrival, keepMessages, readCode, test } from './support/applications.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, signIn } from './support/test.ts';

const password = 'a fine Day 4 sailing';
const directions = [
  { name: 'left to right', language: 'en' },
  { name: 'right to left', language: 'ar' },
];

test.afterEach(async ({ management }) => {
  await management('PATCH', '/sign-in-exp', {
    signIn: {
      methods: [{ identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true }],
    },
    signUp: { identifiers: ['username'], password: true, verify: false },
    agreeToTermsPolicy: 'Automatic',
    termsOfUseUrl: null,
    privacyPolicyUrl: null,
    customCss: null,
    mfa: { policy: 'UserControlled', factors: [] },
    color: { primaryColor: '#6139f6', isDarkModeEnabled: false, darkPrimaryColor: '#8768f8' },
  });
});

const check = async (page: Page, path: RegExp) => {
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, String(path));
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, String(path)).toBeLessThanOrEqual(0);
};

for (const { name, language } of directions) {
  test(`axe finds nothing on the pages of codes, passwords and second factors, on a phone: ${name}`, async ({
    browser,
    own,
    management,
  }) => {
    test.setTimeout(120_000);
    await keepMessages(management);
    await management('PATCH', '/sign-in-exp', {
      signIn: {
        methods: [
          { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: false },
          { identifier: 'phone', password: true, verificationCode: true, isPasswordPrimary: false },
        ],
      },
      signUp: { identifiers: ['email', 'phone'], password: true, verify: true },
      agreeToTermsPolicy: 'Manual',
      termsOfUseUrl: 'https://example.com/terms',
      color: { primaryColor: '#6139f6', isDarkModeEnabled: true, darkPrimaryColor: '#8768f8' },
      mfa: { policy: 'UserControlled', factors: ['Totp', 'WebAuthn', 'BackupCode'] },
    });
    const context = await browser.newContext({
      locale: language,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    const submit = () => page.locator('button[type=submit]').click();
    const identifier = page.locator('input[name=identifier]');
    const address = `axe.${name.replaceAll(' ', '')}@example.com`;
    await page.goto(own.start());
    await identifier.fill('0151 2345 6789');
    await expect(page.locator('select')).toBeVisible();
    await submit();
    await expect(page.getByRole('alert')).toBeVisible();
    await check(page, /\/sign-in\?/);
    await page.goto(own.start({ first_screen: 'reset_password' }));
    await check(page, /\/reset-password\?/);
    await page.goto(own.start({ first_screen: 'register' }));
    await identifier.fill(address);
    await page.locator('input[type=checkbox]').check();
    await submit();
    await page.locator('input[autocomplete=one-time-code]').waitFor();
    await check(page, /\/register\/code\?/);
    await page.locator('input[autocomplete=one-time-code]').fill(await readCode(management, address));
    await page.locator('input[name=password]').waitFor();
    await check(page, /\/continue\/password\?/);
    await page.locator('input[name=password]').fill(password);
    await submit();
    await check(page, /\/mfa-binding\?/);
    await page.locator('a[href*="authenticator-app"]').click();
    await page.locator('input[autocomplete=one-time-code]').waitFor();
    await check(page, /\/mfa-binding\/authenticator-app\?/);
    await page.goto(page.url().replace('authenticator-app', 'backup-code'));
    await page.locator('pre').waitFor();
    await check(page, /\/mfa-binding\/backup-code\?/);
    await context.close();
  });
}

test('the tenant’s own styles are worn, and none of them asks another server for anything', async ({
  page,
  own,
  management,
}) => {
  await management('PATCH', '/sign-in-exp', {
    customCss: `
      @import url('https://evil.example/import.css');
      h1 { color: rgb(1, 2, 3); background: url('https://evil.example/heading.png'); }
      @media (min-width: 1px) { main { border-radius: 3px; background-image: \\75rl(https://evil.example/escaped.png); } }
      :root { --picture: url(https://evil.example/variable.png); }
      body { background-image: var(--picture); }
      html[data-page='sign-in'] main { outline: 2px solid rgb(4, 5, 6); }
    `,
  });
  const asked: string[] = [];
  await page.route(/evil\.example/, route => {
    asked.push(route.request().url());
    return route.abort();
  });
  await page.goto(own.start());
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(page.getByRole('main')).toHaveCSS('border-radius', '3px');
  await expect(page.getByRole('main')).toHaveCSS('outline-color', 'rgb(4, 5, 6)');
  expect(asked).toEqual([]);
});

test('an application and an organization bring their own look and name', async ({
  page,
  own,
  management,
}) => {
  const applicationId = new URL(own.start()).searchParams.get('client_id');
  await management('PUT', `/applications/${applicationId}/sign-in-experience`, {
    displayName: 'The shop',
    color: { primaryColor: '#0f766e' },
  });
  const { id } = await management('POST', '/organizations', {
    name: 'Harbour',
    color: { primaryColor: '#b91c1c', isDarkModeEnabled: false, darkPrimaryColor: '#f87171' },
  });
  await page.goto(own.start());
  await expect(page.getByRole('heading', { name: 'Sign in to The shop' })).toBeVisible();
  const button = page.getByRole('button', { name: 'Continue' });
  await expect(button).toHaveCSS('background-color', 'rgb(15, 118, 110)');
  await page.goto(own.start({ organization_id: id }));
  await expect(button).toHaveCSS('background-color', 'rgb(185, 28, 28)');
  await management('PUT', `/applications/${applicationId}/sign-in-experience`, {
    displayName: null,
    color: {},
  });
});

test('terms are agreed to before anything else, where the tenant wants that', async ({
  page,
  own,
  management,
}) => {
  await management('PATCH', '/sign-in-exp', {
    agreeToTermsPolicy: 'Manual',
    termsOfUseUrl: 'https://example.com/terms',
    privacyPolicyUrl: 'https://example.com/privacy',
  });
  await management('POST', '/users', { username: 'terms_tess', password });
  await page.goto(own.start());
  await signIn(page, { username: 'terms_tess', password });
  await expect(page.getByText('Agree to this to go on.')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectArrival(page, own.redirectUri);

  await management('PATCH', '/sign-in-exp', { agreeToTermsPolicy: 'ManualRegistrationOnly' });
  await page.context().clearCookies();
  await page.goto(own.start());
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('checkbox')).toBeVisible();
  await management('PATCH', '/sign-in-exp', { agreeToTermsPolicy: 'Automatic' });
  await page.reload();
  await expect(
    page.getByText('By continuing you agree to the terms of use and the privacy policy.'),
  ).toBeVisible();
});
