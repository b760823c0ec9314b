import { expect, test } from 'vitest';
import { isPwned, pwnedRangeUrl } from './pwned-passwords.ts';

// SHA-1 of `password` is 5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8.
const suffix = '1E4C9B93F3F0682250B6CF8331B7EE68FD8';

test('[ENT-24] asks by the first five characters of the SHA-1 only', async () => {
  const asked: string[] = [];
  const found = await isPwned('password', async prefix => {
    asked.push(prefix);
    return `0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n${suffix}:9545824\r\n`;
  });
  expect(asked).toEqual(['5BAA6']);
  expect(found).toBe(true);
  expect(pwnedRangeUrl('5BAA6')).toBe('https://api.pwnedpasswords.com/range/5BAA6');
});

test('[ENT-24] an unknown password and a padded answer are not found', async () => {
  expect(await isPwned('password', async () => '0018A45C4D1DEF81644B54AB7F969B88D65:1')).toBe(false);
  expect(await isPwned('password', async () => `${suffix}:0`)).toBe(false);
  expect(await isPwned('password', async () => '')).toBe(false);
});
