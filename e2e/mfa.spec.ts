import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('[NAV-6] mfa: factors, policies and adaptive rules are chosen, with what people will meet', async ({
  console: page,
  product,
  management,
}) => {
  const { mfa, adaptiveMfa } = await management('GET', '/sign-in-exp');
  await management('PATCH', '/sign-in-exp', {
    mfa: { policy: 'UserControlled', factors: [] },
    adaptiveMfa: {},
  });
  await page.goto(`${product.console}/mfa`);
  await expect(page.getByText('MFA is off. Users are not asked for a factor.')).toBeVisible();
  await page.getByLabel('Backup codes').check();
  await expect(page.getByText('Backup codes require another authentication factor.')).toBeVisible();
  await page.getByRole('switch', { name: /^Authenticator app/ }).check();
  await expect(page.getByText('Backup codes require another authentication factor.')).toHaveCount(0);
  await page.getByLabel('Allow codes instead of stronger factors').check();
  await page.getByLabel('Required', { exact: false }).first().check();
  await expect(page.getByText('They cannot skip it.')).toBeVisible();
  await expectAccessible(page, 'mfa');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();

  await page.getByLabel('Ask only when a sign-in is unusual').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('A new browser')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  expect(await management('GET', '/sign-in-exp')).toMatchObject({
    mfa: { factors: ['Totp', 'BackupCode'], policy: 'Mandatory', allowWeakerFactors: true },
    adaptiveMfa: { enabled: true },
  });
  await management('PATCH', '/sign-in-exp', { mfa, adaptiveMfa });
});
