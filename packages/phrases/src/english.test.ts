import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { findButtonKeys, findFaults } from '../../../scripts/english.mjs';
import { findCodeFaults } from '../../../scripts/english-code.mjs';

const faultsOf = (text: string, isButton = false) =>
  findFaults({ namespace: 'console', key: 'sample', texts: [text], isButton });

const name = 'packages/phrases/src/en/console.json sample';

test.each([
  ['Whoever comes with a verified address is linked.', 'wording'],
  ['Who registers has to accept the terms.', 'wording'],
  ['Nobody holds this role yet.', 'wording'],
  ['Let people sign in.', 'wording'],
  ['Anybody can register.', 'wording'],
  ['Only those who have this role can sign in.', 'wording'],
  ['The login page', 'wording'],
  ['Log in', 'wording'],
  ['Invalid input', 'wording'],
  ['Please try again.', 'wording'],
  ['New users get this role by themselves.', 'wording'],
  ['Sign-ins go on without it.', 'wording'],
  ['What the script is given when you run the test.', 'wording'],
  ['Rotate it; users stay signed in.', 'wording'],
  ['The id of the user', 'wording'],
  ['Brand colour', 'US spelling'],
  ['Authorise the application', 'US spelling'],
  ['Organisations', 'US spelling'],
  ['Cancelled', 'US spelling'],
  ['The licence has expired.', 'US spelling'],
  ['Create Application', 'sentence case'],
  ['Sign-in Experience', 'sentence case'],
])('“%s” breaks the rule on %s', (text, rule) => {
  expect(faultsOf(text)).toEqual([expect.stringContaining(`${name}: ${rule}: `)]);
});

test('a button starts with a verb', () => {
  expect(faultsOf('New application', true)).toEqual([
    `${name}: button: does not start with a verb: “New application”`,
  ]);
  expect(faultsOf('Create application', true)).toEqual([]);
  expect(faultsOf('New application')).toEqual([]);
});

test.each([
  ['Users without an authentication factor cannot open this tenant until they set one up.'],
  ['Who can sign in?'],
  ['Get tokens from `id_token` or at id.example.com.'],
  ['Request ID: {{id}}'],
  ['Sign in with Google'],
  ['Turn on Kakao Login, and add the login hint.'],
  ['Requests with an invalid signature are rejected.'],
  ['Enable it under Multi-factor auth.'],
])('“%s” breaks none', text => {
  expect(faultsOf(text)).toEqual([]);
});

test('the texts of buttons are found in the sources', () => {
  const code = `
    const a = <Button icon={<Plus label={t('no.icon')} />} aria-label={t('no.label')}>{t('plain')}</Button>;
    const b = <Button>{isOn ? t('on') : t(isHeld ? 'held' : 'off')}</Button>;
    const c = <FormDialog title={t('no.title')} submitLabel={t(\`\${words}.create\`)}><p>{t('no.text')}</p></FormDialog>;
    confirm({ title: t('no.question'), confirmLabel: t('confirm.it') });
    const items = [
      { label: t('menu.item'), icon: <Plus />, onSelect: () => t('no.toast') },
      { kind: 'link', label: t('no.link'), onSelect: close },
    ];
  `;
  const sources = findButtonKeys(parseAst(code, { lang: 'tsx' }).body).map(({ source }) => source);
  const found = sources.map(source => new RegExp(source));
  const isFound = (key: string) => found.some(pattern => pattern.test(key));
  expect(
    ['plain', 'on', 'held', 'off', 'roles.create', 'confirm.it', 'menu.item'].filter(key => !isFound(key)),
  ).toEqual([]);
  expect(
    ['no.icon', 'no.label', 'no.title', 'no.text', 'no.question', 'no.toast', 'no.link'].filter(isFound),
  ).toEqual([]);
});

test.each([
  ['/** Whoever asks gets it. */\nconst a = 1;', 'wording', 1],
  ['const a = 1;\n// Read once,\n// then made anew.', 'wording', 3],
  ['const a = 1; // nobody hears it', 'wording', 1],
  ['/** What a step has learned. */', 'wording', 1],
  ["test('[TEN-4] somebody joins', () => {});", 'wording', 1],
  ["test.each(kinds)(\n  'accounts elsewhere on %s',\n  kind => {},\n);", 'wording', 1],
  ['/* The brand colour. */', 'US spelling', 1],
])('the code “%s” breaks the rule on %s in line %i', (code, rule, line) => {
  expect(findCodeFaults(code)).toEqual([expect.objectContaining({ rule, line })]);
});

test.each([
  ['/** The kind `nobody` has no personal data. */'],
  ["const address = 'https://nobody.example/anew'; // a test address"],
  ["test('a user joins', () => expect(text).toBe('Nobody is here'));"],
])('the code “%s” breaks no rule', code => {
  expect(findCodeFaults(code)).toEqual([]);
});
