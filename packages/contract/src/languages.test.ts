import { expect, test } from 'vitest';
import { customPhrase, unknownPhraseKeys } from './custom-phrases.ts';
import { emailTemplate, templateTypes, upsertEmailTemplates } from './email-templates.ts';
import { languageTag, languageTags, nativeNameOf } from './languages.ts';
import { refusals } from './testing/refusals.ts';

test('[ENT-19] about 120 language tags with native names', () => {
  expect(languageTags.length).toBeGreaterThanOrEqual(115);
  expect(new Set(languageTags).size).toBe(languageTags.length);
  expect(languageTags.map(tag => new Intl.Locale(tag).toString())).toEqual([...languageTags]);
  expect(languageTags.filter(tag => nativeNameOf(tag) === tag)).toEqual([]);
  expect(nativeNameOf('de')).toBe('Deutsch');
  expect(nativeNameOf('ja')).toBe('日本語');
  expect(nativeNameOf('szl-PL')).toBe('Ślōnskŏ gŏdka');
  expect(Math.max(...languageTags.map(tag => tag.length))).toBeLessThanOrEqual(16);
  expect(refusals(languageTag, 'pt-BR')).toEqual([]);
  expect(refusals(languageTag, 'xx-XX')).toEqual([': validation.language_tag']);
});

test('[ENT-19] email templates', () => {
  const details = {
    subject: 'Your code',
    content: 'It is {{code}}',
    contentType: 'text/plain',
    replyTo: 'a',
    sendFrom: 'b',
  };
  const upsert = (template: object) =>
    refusals(upsertEmailTemplates, {
      templates: [{ languageTag: 'en', templateType: 'SignIn', details, ...template }],
    });
  for (const templateType of templateTypes) expect(upsert({ templateType })).toEqual([]);
  expect(upsert({ templateType: 'Birthday' })).toEqual(['templates.0.templateType: validation.option']);
  expect(upsert({ languageTag: 'xx' })).toEqual(['templates.0.languageTag: validation.language_tag']);
  expect(upsert({ details: { ...details, subject: '' } })).toEqual([
    'templates.0.details.subject: validation.required',
  ]);
  expect(upsert({ details: { ...details, contentType: 'text/rtf' } })).toEqual([
    'templates.0.details.contentType: validation.option',
  ]);
  expect(refusals(upsertEmailTemplates, { templates: [] })).toEqual(['templates: validation.too_few']);
  expect(Object.keys(emailTemplate.shape)).toContain('createdAt');
});

test('[ENT-19] custom phrases have only known keys', () => {
  const sample = {
    tenantId: 'default',
    id: 'p',
    languageTag: 'fr',
    translation: { action: { continue: 'Continuer' } },
  };
  expect(refusals(customPhrase, sample)).toEqual([]);
  expect(refusals(customPhrase, { ...sample, translation: { action: 3 } })).not.toEqual([]);
  const builtIn = { action: { continue: 'Continue' }, title: 'Title' };
  expect(unknownPhraseKeys(sample.translation, builtIn)).toEqual([]);
  expect(
    unknownPhraseKeys({ action: { stop: 'x' }, title: { a: 'x' }, more: 'x', toString: 'x' }, builtIn),
  ).toEqual(['action.stop', 'title', 'more', 'toString']);
});
