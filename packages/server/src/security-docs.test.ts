import { readdirSync, readFileSync } from 'node:fs';
import { verificationTypes } from '@gatehouse/contract/experience.ts';
import { defaultAbsoluteSessionTtl, defaultSessionTtl } from '@gatehouse/contract/oidc-configs.ts';
import { passcodeRules, sendLimit } from '@gatehouse/contract/passcodes.ts';
import { completePolicy } from '@gatehouse/contract/password-rules.ts';
import { tenantPermissions } from '@gatehouse/contract/scopes.ts';
import { signInRisks } from '@gatehouse/contract/sign-in-check.ts';
import { defaultSentinelPolicy } from '@gatehouse/contract/sign-in-defaults.ts';
import { expect, test } from 'vitest';
import { compare } from '../../../scripts/asvs.mjs';
import { parseEnvironment } from './env.ts';

const placeOf = (file: string) => new URL(`../../../${file}`, import.meta.url);
const threatModel = readFileSync(placeOf('docs/security/threat-model.md'), 'utf8');
const sectionOf = (title: string) => threatModel.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

test('[V6.1.1] the threat model names the limits that the code has', () => {
  const limits = sectionOf('Limits');
  const { maxAttempts, lockoutDuration } = defaultSentinelPolicy;
  expect(limits).toContain(`${maxAttempts} failures, locked for ${lockoutDuration} minutes`);
  const { GATEHOUSE_ADDRESS_LIMIT } = parseEnvironment({});
  expect(limits).toContain(`| ${GATEHOUSE_ADDRESS_LIMIT} | \`GATEHOUSE_ADDRESS_LIMIT\` |`);
  expect(limits).toContain(`| Attempts for one sent code | ${passcodeRules.maximumTries} |`);
  expect(limits).toContain(`| Lifetime of a sent code | ${passcodeRules.lifetime / 60} minutes |`);
  expect(limits).toContain(`${sendLimit.messages} in ${sendLimit.window / 60} minutes`);
});

test('[V6.1.2] the threat model says what passwords must not contain', () => {
  const { length, rejects } = completePolicy({});
  const passwords = sectionOf('Passwords');
  expect(passwords).toContain(`${length.min} to ${length.max} characters`);
  const wordsFor = {
    pwned: 'leaked passwords',
    repetitionAndSequence: 'repetitions and sequences',
    userInfo: 'name, username, email and phone',
    words: 'words of its own',
  };
  expect(Object.keys(rejects).toSorted()).toEqual(Object.keys(wordsFor).toSorted());
  for (const words of Object.values(wordsFor)) expect(passwords).toContain(words);
});

test('[V6.1.3] the threat model lists every sign-in method', () => {
  const listed = [...sectionOf('Sign-in methods').matchAll(/`([A-Z][A-Za-z]+)`/g)].map(([, type]) => type);
  expect(listed.toSorted()).toEqual([...verificationTypes].toSorted());
});

test('[V7.1.1, V7.1.2, V7.1.3] the threat model names the lifetimes, number and partners of sessions', () => {
  const sessions = sectionOf('Sessions');
  const days = (seconds: number) => `${seconds / 86_400} days`;
  expect(sessions).toContain(`**Idle lifetime:** ${days(defaultSessionTtl)}`);
  expect(sessions).toContain(`**Absolute lifetime:** ${days(defaultAbsoluteSessionTtl)}`);
  expect(sessions).toContain('**Number of sessions:** not limited');
  for (const partner of ['Applications', 'External identity providers'])
    expect(sessions).toContain(`**${partner}** have their own sessions`);
});

test('[V8.1.1, V8.1.2] the threat model has the rules for functions, data and fields', () => {
  const rules = sectionOf('Authorization');
  for (const permission of tenantPermissions) expect(rules).toContain(`\`${permission}\``);
  for (const rule of [
    'Management API',
    'Account API',
    'Data',
    'Fields, reading',
    'Fields, writing',
    'Granting',
  ])
    expect(rules).toContain(`**${rule}.**`);
});

test('[V8.1.3, V8.1.4] the threat model has each risk with its threshold and what follows', () => {
  for (const risk of signInRisks)
    expect(sectionOf('Context')).toMatch(
      new RegExp(`\\(\`${risk}\`\\) \\| .+ \\| ask for a second factor \\|`),
    );
});

test('[V6.5.3] nothing random in the server is predictable', () => {
  // Waiting times between attempts may be.
  const allowed = ['server/src/jobs/job.ts'];
  const found = ['server/src', 'contract/src'].flatMap(folder =>
    readdirSync(placeOf(`packages/${folder}`), { recursive: true })
      .map(name => `${folder}/${String(name).replaceAll('\\', '/')}`)
      .filter(path => path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path))
      .filter(path => readFileSync(placeOf(`packages/${path}`), 'utf8').includes('Math.random')),
  );
  expect(found).toEqual(allowed);
});

test('the comparison with the standard finds what is missing, twice, unproven or claimed too much', () => {
  const document = readFileSync(placeOf('docs/security/asvs.md'), 'utf8');
  // Put together here, so that this file does not claim them itself.
  const complaints = (text: string, ids: string[] = [], call = 'test') =>
    compare(text, [{ path: 'a.test.ts', text: `${call}('[${ids.join(', ')}] works', () => {});` }]);
  const unproven = `V9.1.1 is met, but no test has [${'V9.1.1'}] in its title.`;
  const row = /^\| V9\.1\.1 .*\n/m;
  expect(complaints(document)).toContain(unproven);
  expect(complaints(document, ['V9.1.1', 'V9.1.2'])).not.toContain(unproven);
  expect(complaints(document, ['V9.1.1'], 'test.skip')).toContain(unproven);
  expect(complaints(document.replace(row, ''))).toContain('docs/security/asvs.md lacks V9.1.1.');
  expect(complaints(document.replace(row, line => line + line))).toContain(
    'docs/security/asvs.md has V9.1.1 more than once.',
  );
  expect(complaints(document, ['V6.6.4'])).toContainEqual(expect.stringContaining('does not call met'));
});
