import { templateTypes } from '@gatehouse/contract/email-templates.ts';
import { expect, test } from '@playwright/test';
import { plainBrand } from '../packages/server/src/messages/brand.ts';
import { composeEmail } from '../packages/server/src/messages/compose.ts';
import { expectMessageAccessible } from './support/axe.ts';

const payload = {
  code: '482913',
  link: 'https://auth.example.com/accept/x3k9w7q2m5r8t1v4y6z0b',
  application: { name: 'Northwind Shop' },
  organization: { name: 'Northwind Traders of the Pacific Northwest' },
  inviter: { name: 'Kim Lee' },
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  ip: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
  factors: ['Totp', 'WebAuthn', 'BackupCode'],
  deletionDueAt: 1_800_000_000_000,
  sender: { name: 'Northwind', company: 'Northwind Inc., 1 Main Street, London' },
};

test('built-in emails fit 320 and 600 pixels in both directions of reading, and can be read in light and dark', async ({
  page,
}) => {
  let html = '';
  await page.route('http://localhost/mail', route => route.fulfill({ contentType: 'text/html', body: html }));
  for (const language of ['en', 'ar'])
    for (const type of templateTypes) {
      ({ html } = await composeEmail(language, type, payload, { ...plainBrand, codeMinutes: 10 }));
      await page.goto('http://localhost/mail');
      for (const width of [320, 600]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overflow, `${type} in ${language} at ${width}`).toBeLessThanOrEqual(0);
      }
      expect(await page.evaluate(() => document.dir)).toBe(language === 'ar' ? 'rtl' : 'ltr');
      await expectMessageAccessible(page, `${type} in ${language}`);
    }
});
