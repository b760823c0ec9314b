import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';

const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** Tools that only build and test us, and are not passed on, may ask for changes to their own files back. */
const allowedForTools = 'MPL-2.0';

/** Gives the packages whose license is not permissive, or nothing. */
export const checkLicences = () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const refused = Object.entries(packages)
    .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
    .filter(([, { license, dev }]) => !isPermissive(license) && !(dev && license === allowedForTools))
    .map(([path, { license }]) => `${path.replace('node_modules/', '')}: ${license ?? 'no licence'}`);
  return refused.length ? refused.join('\n') : undefined;
};

const isPermissive = (expression = '') => {
  const text = expression.replace(/[()]/g, '');
  if (text.includes(' OR ')) return text.split(' OR ').some(isPermissive);
  return text.split(' AND ').every(licence => permissive.has(licence.trim()));
};
