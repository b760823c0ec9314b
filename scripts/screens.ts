import type { Page } from '@playwright/test';
import { connectManagement } from '../e2e/support/management.ts';
import type { Product } from '../e2e/support/product.ts';
import { administrator } from '../e2e/support/test.ts';

/** Opens a screen from any page. `base` is the console's URL. */
type Open = (page: Page, base: string) => Promise<unknown>;

const openFirst = async (page: Page, address: string, tab: string, name?: string) => {
  await page.goto(address);
  const links = page.getByRole('table').getByRole('link', { name });
  await links.first().click();
  await page.waitForURL(new RegExp(`/${tab}$`));
};
const openApplication: Open = (page, base) =>
  openFirst(page, `${base}/applications?type=MachineToMachine`, 'settings', 'Stock robot');
const openProtected: Open = async (page, base) => {
  await page.goto(`${base}/applications/create?guide=protected`);
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=name]').fill('Staff wiki');
  await dialog.locator('input[name$=subDomain]').fill(`wiki-${Date.now()}`);
  await dialog.locator('input[name$=origin]').fill('http://127.0.0.1:8080');
  await dialog.locator('button[type=submit]').click();
  await page.waitForURL(/\/guide\/protected$/);
  await page.goto(page.url().replace(/guide\/protected$/, 'settings'));
  await page.locator('input[name$=origin]').waitFor();
};
const openResource: Open = (page, base) =>
  openFirst(page, `${base}/api-resources`, 'permissions', 'Orders API');
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const openTab = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).click();
const scrollToEnd = (page: Page) =>
  page.getByRole('main').evaluate(main => main.scrollTo(0, main.scrollHeight));

const openMailbox: Open = async (page, base) => {
  await page.goto(`${base}/connectors/passwordless/guide/development-mailbox`);
  await press(page, 'Save and finish');
  await page.getByText('Email templates').first().waitFor();
};
const fleet = Buffer.from(
  'E-Mail,Full name,Badge\nnemo@fleet.example,Captain Nemo,1\nned@fleet.example,Ned Land,2\nnobody,Nobody,3\n',
);
const openImport = async (page: Page, base: string) => {
  await page.goto(`${base}/users/import`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'fleet.csv', mimeType: 'text/csv', buffer: fleet });
  await page.getByRole('table').waitFor();
};

/** Screens without a URL: dialogs, menus and the result of actions. */
export const consoleStates: Record<string, Open> = {
  'dashboard-end': async (page, base) => {
    await page.goto(`${base}/dashboard`);
    await page.getByRole('figure').last().hover();
    await scrollToEnd(page);
  },
  'customize-jwt-script': async (page, base) => {
    await page.goto(`${base}/customize-jwt/access-token/create`);
    await press(page, 'Run test');
    await page.getByText('Resulting claims').waitFor();
  },
  'customize-jwt-sign-in': async (page, base) => {
    await page.goto(`${base}/customize-jwt/sign-in-scripts/sign-in`);
    await press(page, 'Run test');
    await page.getByText('The sign-in would continue').waitFor();
  },
  'users-at-scale-import': openImport,
  'users-at-scale-check': async (page, base) => {
    await openImport(page, base);
    await press(page, 'Check file');
    await page.getByText('This was a check').waitFor();
  },
  'users-at-scale-selection': async (page, base) => {
    await page.goto(`${base}/users`);
    await page.getByRole('checkbox').first().check();
  },
  'user-sessions': async (page, base) => {
    await openFirst(page, `${base}/users`, 'settings', 'reader_');
    await page.getByRole('button', { name: 'Sign out everywhere' }).scrollIntoViewIfNeeded();
  },
  'branding-unsaved': async (page, base) => {
    await page.goto(`${base}/sign-in-experience/branding`);
    await page.getByRole('textbox', { name: 'Custom CSS' }).click();
    await page.keyboard.type('h1 { color: gold');
  },
  'sign-up-and-sign-in-end': async (page, base) => {
    await page.goto(`${base}/sign-in-experience/sign-up-and-sign-in`);
    await page.getByRole('switch', { name: 'Enterprise SSO' }).waitFor();
    await scrollToEnd(page);
  },
  'collect-user-profile-create': async (page, base) => {
    await page.goto(`${base}/sign-in-experience/collect-user-profile`);
    await press(page, 'Add field');
  },
  'content-words': (page, base) => page.goto(`${base}/sign-in-experience/content?language=de`),
  'mfa-end': async (page, base) => {
    await page.goto(`${base}/mfa`);
    await page.getByLabel('Authenticator app').check();
    await scrollToEnd(page);
  },
  'password-policy': async (page, base) => {
    await page.goto(`${base}/security/password-policy`);
    await page.getByLabel('Password to test').fill('aaa123');
  },
  'captcha-guide': (page, base) => page.goto(`${base}/security/captcha/guide/RecaptchaEnterprise`),
  'applications-menu': async (page, base) => {
    await page.goto(`${base}/applications`);
    await press(page, /^More actions for/);
    await page.getByRole('menu').waitFor();
  },
  'applications-none-found': (page, base) => page.goto(`${base}/applications?search=nothing`),
  'application-guide': async (page, base) => {
    await page.goto(`${base}/applications/create?guide=react`);
    await page.locator('[role=dialog] input').first().press('Enter');
    await page.waitForURL(/\/guide\/react$/);
    await page.locator('.hljs-string').first().waitFor();
  },
  'application-create-dialog': (page, base) => page.goto(`${base}/applications/create?guide=saml`),
  'application-protected-create': async (page, base) => {
    await page.goto(`${base}/applications/create?guide=protected`);
    await page.getByRole('dialog').locator('input[name$=subDomain]').fill('wiki');
  },
  'application-protected': openProtected,
  'application-protected-end': async (page, base) => {
    await openProtected(page, base);
    // The first adds a path, the second a domain.
    const adds = page
      .getByRole('main')
      .getByRole('button')
      .filter({ has: page.locator('.lucide-plus') });
    await adds.nth(1).click();
    await page.getByRole('dialog').locator('input[name=domain]').fill(`wiki${Date.now()}.acme.example`);
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page.getByRole('table').first().scrollIntoViewIfNeeded();
  },
  'application-settings-end': async (page, base) => {
    await openApplication(page, base);
    await page.getByText('Default secret').waitFor();
    await scrollToEnd(page);
  },
  'application-unsaved': async (page, base) => {
    await openApplication(page, base);
    await page.getByLabel('Name', { exact: true }).fill('');
    await page.keyboard.press('Control+s');
  },
  'application-secret': async (page, base) => {
    await openApplication(page, base);
    await press(page, 'Create secret');
  },
  'application-delete': async (page, base) => {
    await openApplication(page, base);
    // Not one of the rows that it came from.
    await press(page, /^More actions$/);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').waitFor();
  },
  'application-assign-roles': async (page, base) => {
    await openApplication(page, base);
    await openTab(page, 'Roles');
    await press(page, 'Assign roles');
    await page.getByRole('dialog').getByRole('combobox').click();
    await page.getByRole('option').first().waitFor();
  },
  'api-resource-create': async (page, base) => {
    await page.goto(`${base}/api-resources/create`);
    await page.getByRole('dialog').getByRole('button', { name: 'Create API resource' }).click();
  },
  'api-resource-permission': async (page, base) => {
    await openResource(page, base);
    await press(page, 'Create permission');
  },
  'api-resource-add-several': async (page, base) => {
    await openResource(page, base);
    await press(page, 'Add multiple');
  },
  'management-api': (page, base) => openFirst(page, `${base}/api-resources`, 'permissions', 'Management API'),
  history: async (page, base) => {
    await openApplication(page, base);
    await page.getByLabel('Description').fill(`Counts what is on the shelves, ${Date.now()}`);
    await page.keyboard.press('Control+s');
    await page.getByText('Application saved').waitFor();
    await press(page, 'History');
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  },
  'connector-create': async (page, base) => {
    await page.goto(`${base}/connectors/social/create/social`);
    await page.getByRole('dialog').getByRole('link').first().waitFor();
  },
  'connector-guide': (page, base) => page.goto(`${base}/connectors/social/guide/google-universal`),
  'connector-template': async (page, base) => {
    await openMailbox(page, base);
    await press(page, 'Add template');
    await page.getByRole('dialog').getByLabel('Subject').fill('{{code}} is your code');
  },
  'enterprise-sso-initiated': async (page, base) => {
    await page.goto(`${base}/enterprise-sso`);
    await page.getByRole('table').getByRole('link').first().click();
    await openTab(page, 'IdP-initiated sign-in');
    await page.getByLabel('Allow IdP-initiated sign-in').check();
  },
  'webhook-request': async (page, base) => {
    await openFirst(page, `${base}/webhooks`, 'settings');
    await openTab(page, 'Recent requests');
    await page.locator('[data-row-open]').first().click();
    await page.waitForURL(/open=/);
  },
  'audit-logs-filtered': async (page, base) => {
    await page.goto(`${base}/audit-logs?result=Error&time=2026-01-01T00:00~`);
    await page.getByRole('combobox', { name: 'Any event' }).click();
    await page.getByRole('option').first().waitFor();
  },
  'log-stream-create': async (page, base) => {
    await page.goto(`${base}/audit-logs/streams/create`);
    await page.getByRole('radio').nth(2).check();
  },
  assistant: async (page, base) => {
    await page.goto(`${base}/get-started`);
    await press(page, 'Ask AI');
    await press(page, 'How do I rotate signing keys?');
    await page.getByText('From the guides:').waitFor();
  },
  contact: async (page, base) => {
    await page.goto(`${base}/get-started`);
    await press(page, 'Help');
    await page.getByRole('menuitem', { name: 'Contact us' }).click();
    await page.getByRole('dialog').waitFor();
  },
  profile: (page, base) => page.goto(`${base}/profile`),
  'profile-avatar': async (page, base) => {
    await page.goto(`${base}/profile`);
    await press(page, 'Set avatar');
    await page.getByText('Choose image').waitFor();
  },
  'profile-password': async (page, base) => {
    await page.goto(`${base}/profile`);
    await press(page, 'Change password');
    await page.getByRole('dialog').waitFor();
  },
  'not-found': (page, base) => page.goto(`${base}/nothing-here`),
  palette: async (page, base) => {
    await page.goto(`${base}/applications`);
    await page.getByRole('table').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search for a page').waitFor();
    await page.keyboard.type('sto');
    await page.getByRole('option', { name: 'Storefront' }).waitFor();
  },
  'shortcut-list': async (page, base) => {
    await page.goto(`${base}/get-started`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog').waitFor();
  },
  'user-menu': async (page, base) => {
    await page.goto(`${base}/get-started`);
    await press(page, 'Your account');
    await page.getByRole('menuitem', { name: 'Language' }).press('Enter');
    await page.getByRole('menuitemradio').first().waitFor();
  },
  navigation: async (page, base) => {
    await page.goto(`${base}/get-started`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const opener = page.getByRole('button', { name: 'Open menu' });
    if (await opener.isVisible()) await opener.click();
  },
};

/** The sign-in pages, in the order in which a new reader of a demo application meets them. */
export const signInScreens = async (product: Product) => {
  const management = await connectManagement(product);
  const others: { id: string; name: string }[] = await management('GET', '/applications?isThirdParty=true');
  const application = others.find(({ name }) => name === 'Reading list');
  const request = new URLSearchParams({
    client_id: application?.id ?? '',
    redirect_uri: 'https://list.partner.example/callback',
    response_type: 'code',
    scope: 'openid profile read:books read:reviews write:reviews',
    resource: 'https://api.harbour.example/reviews',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const start = `${product.tenantEndpoint}/oidc/auth?${request}`;
  const screens: Record<string, (page: Page) => Promise<unknown>> = {
    'tenant-sign-in': page => page.goto(start),
    'sign-in-failed': async page => {
      await page.getByLabel('Username').fill('nobody');
      await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
      await press(page, 'Continue');
      await page.getByRole('alert').waitFor();
    },
    register: page => page.getByRole('link', { name: 'Create an account' }).click(),
    'register-refused': async page => {
      await page.getByLabel('Username').fill(`reader_${Date.now()}`);
      await page.getByRole('textbox', { name: 'Password' }).fill('12345678');
      await press(page, 'Create account');
      await page.getByRole('alert').waitFor();
    },
    'register-profile': async page => {
      await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password);
      await press(page, 'Create account');
      await page.waitForURL(/\/continue\/profile/);
      await page.getByRole('heading').waitFor();
    },
    consent: async page => {
      await press(page, 'Continue');
      await page.waitForURL(/\/consent/);
      await page.getByRole('heading').first().waitFor();
    },
    'sign-in-error': page => page.goto(`${product.tenantEndpoint}/oidc/auth?client_id=unknown`),
    'sign-in-not-found': page => page.goto(`${product.tenantEndpoint}/nothing-here`),
    'sign-in-expired': async page => {
      await page.context().clearCookies();
      await page.goto(`${product.tenantEndpoint}/sign-in`);
    },
    'signed-out': page => page.goto(`${product.tenantEndpoint}/signed-out`),
  };
  return screens;
};
