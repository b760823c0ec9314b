import { expectArrival, test } from './support/applications.ts';
import { profileFields } from './support/profile-fields.ts';
import { expect } from './support/test.ts';

const password = 'a fine Day 4 sailing';
test.afterEach(async ({ management }) => {
  for (const { name } of await management('GET', '/custom-profile-fields'))
    await management('DELETE', `/custom-profile-fields/${name}`);
});

test('[ENT-15] new users fill in fields of every type, mistakes are shown where they are, and a reload keeps all', async ({
  page,
  own,
  management,
}) => {
  for (const field of profileFields) await management('POST', '/custom-profile-fields', field);
  await page.goto(own.start({ first_screen: 'register' }));
  await page.getByLabel('Username').fill('profile_pia');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Tell us about yourself' })).toBeVisible();
  const goOn = () => page.getByRole('button', { name: 'Continue' }).click();
  await goOn();
  await expect(page.getByText('This field is required.')).toHaveCount(4);

  await page.getByLabel('Company').fill('AB');
  await page.getByLabel('Team').selectOption('a');
  await page.getByLabel('Given name').fill('Pia');
  await page.getByLabel('Family name').fill('Harbour');
  await page.getByLabel('Age').fill('42');
  await page.getByLabel('Date of birth').fill('1984-12-31');
  await page.getByLabel('Send me news').check();
  await page.getByLabel('Website').fill('https://harbour.example');
  await page.getByLabel('Badge').fill('xx');
  await page.getByLabel('City').fill('Hamburg');
  await goOn();
  await expect(page.getByLabel('Company')).toHaveAttribute('aria-invalid', 'true');
  await page.reload();
  await expect(page.getByLabel('Given name')).toHaveValue('Pia');
  await page.getByLabel('Company').fill('Harbour');
  await goOn();
  await expect(page.getByLabel('Badge')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Badge').fill('PH');
  await goOn();
  await expectArrival(page, own.redirectUri);

  const [user] = await management('GET', '/users?search.username=profile_pia');
  expect(user).toMatchObject({
    profile: {
      birthdate: '31/12/1984',
      website: 'https://harbour.example',
      givenName: 'Pia',
      familyName: 'Harbour',
      address: { locality: 'Hamburg' },
    },
    customData: { company: 'Harbour', age: 42, news: true, team: 'a', badge: 'PH' },
  });
});

test('fields that may stay empty are shown once and can be left empty', async ({ page, own, management }) => {
  await management('POST', '/custom-profile-fields', {
    name: 'motto',
    type: 'Text',
    label: 'Motto',
    required: false,
  });
  await page.goto(own.start({ first_screen: 'register' }));
  await page.getByLabel('Username').fill('empty_emil');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Motto')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectArrival(page, own.redirectUri);
});
