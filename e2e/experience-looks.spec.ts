import { expectArrival, test } from './support/applications.ts';
import { expect, signIn } from './support/test.ts';

const password = 'a fine Day 4 sailing';

test.afterEach(async ({ management }) => {
  await management('PATCH', '/sign-in-exp', {
    agreeToTermsPolicy: 'Automatic',
    termsOfUseUrl: null,
    privacyPolicyUrl: null,
    customCss: null,
  });
});

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
      @property --typed { syntax: '<image>'; inherits: true; initial-value: url(https://evil.example/typed.png); }
      html { background-image: var(--typed); }
      @function --made() { result: url(https://evil.example/function.png); }
      form { background-image: --made(); }
      @font-face { font-family: Evil; src: url(https://evil.example/font.woff2); }
      button { font-family: Evil; border-image: \\75rl(https://evil.example/border.png) var(--none,); }
      input[name^='i'] { background: url(https://evil.example/attribute.png) var(--none,); }
      input[name^='p'] { background: env(none, \\55RL(https://evil.example/environment.png)); }
      @keyframes run { from { mask: image-set("https://evil.example/frames.png" 1x); } }
      @layer a { @supports (color: red) { label { animation: run 1s; & span { content: url(https://evil.example/nested.png); } } } }
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
  await expect(page.getByText('Check this box to continue.')).toBeVisible();
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
    page.getByText('By continuing, you agree to the terms of use and the privacy policy.'),
  ).toBeVisible();
});
