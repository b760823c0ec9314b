import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';
import {
  hasSameValues,
  isPlural,
  languagesWithPhrases,
  missingPhrases,
  namespacesOf,
  phrasesOf,
  pluralFormsOf,
  staleIndexes,
} from './phrases.mjs';

/**
 * Words that are the same in every language: names of products, and words that look like names (SAML, GitHub,
 * example.com).
 */
const products =
  /^(Apple|Authenticator|Chrome|Cloudflare|Connect|Discord|Facebook|Gatehouse|Google|Hasura|Markdown|Microsoft|Okta|Stripe|Turnstile|Workspace)$/;
const isName = word => products.test(word) || /\p{Lu}.*\p{Lu}|\p{Ll}\p{Lu}|\p{L}\.\p{L}|\d/u.test(word);

/** Every phrase in every language: with the same values, not in English, and with the words of its glossary. */
export const checkLanguages = (languages = languagesWithPhrases().filter(language => language !== 'en')) => {
  const complaints = [
    ...staleIndexes().map(({ path }) => `${path} is not up to date: node scripts/phrases.mjs index`),
    ...namespacesOf('en').flatMap(complaintsOfEnglish),
    ...languages.flatMap(language =>
      namespacesOf('en').flatMap(namespace => complaintsOf(language, namespace)),
    ),
  ];
  return complaints.length > 0 ? complaints.join('\n') : undefined;
};

/** Values that are numbers, before a word that is not a measure or a comparison: “{{limit}} days”. */
const numberBeforeNoun =
  /\{\{(count|days|hours|limit|max|maximum|maxLength|min|minimum|minLength|minutes|seconds|total|types)\}\} (?!(of|or|s|ms|MB)\b)\p{L}/u;

/** English phrases with a count need plural forms, so that each language can have its own. */
const complaintsOfEnglish = namespace =>
  [...phrasesOf('en', namespace).values()].flatMap(phrase => {
    const complain = what => [`en ${phrase.name}: ${what}`];
    if (isPlural(phrase)) return isWhole('en', phrase) ? [] : complain('needs the forms _one and _other');
    return numberBeforeNoun.test(phrase.forms.text)
      ? complain('counts something and has no plural forms')
      : [];
  });

const isWhole = (language, { forms }) => {
  const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return (
    pluralFormsOf(language).every(form => form in forms) &&
    Object.keys(forms).every(form => known.includes(form))
  );
};

const complaintsOf = (language, namespace) => {
  const glossary = glossaryOf(language);
  const english = phrasesOf('en', namespace);
  const own = phrasesOf(language, namespace);
  const complain = (phrase, what) => `${language} ${phrase.name}: ${what}`;
  return [
    ...missingPhrases(language, namespace).map(phrase => complain(phrase, 'is missing')),
    ...[...own].flatMap(([key, phrase]) => {
      const model = english.get(key);
      if (!model) return [complain(phrase, 'is no phrase of English')];
      if (isPlural(model) !== isPlural(phrase))
        return [complain(phrase, 'is a plural in one of the two only')];
      if (isPlural(phrase) && !isWhole(language, phrase))
        return [complain(phrase, `wants the forms ${pluralFormsOf(language).join(', ')}`)];
      return Object.entries(phrase.forms).flatMap(([form, text]) => {
        const source = model.forms[form] ?? model.forms.other;
        if (!hasSameValues(model, form, text)) return [complain(phrase, `has other values: ${text}`)];
        if (text.trim() === '') return [complain(phrase, 'is empty')];
        if (isMistyped(language, text)) return [complain(phrase, `${typography[language].rule}: ${text}`)];
        if (isLeftInEnglish(source, text, glossary)) return [complain(phrase, `is English: ${text}`)];
        return glossary.free.includes(phrase.name)
          ? []
          : termsNotKept(source, text, glossary).map(term =>
              complain(phrase, `“${term}” is not as in the glossary: ${text}`),
            );
      });
    }),
  ];
};

const halfWidthAfterIdeograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][,.?!:;]/u;

/** Slips that a keyboard makes easy and that readers of the language notice. */
const typography = {
  ar: { slip: /\p{Script=Arabic}[,;?]/u, rule: 'wants Arabic punctuation' },
  es: { slip: /^[^¿]*\p{L}\?|^[^¡]*\p{L}!/u, rule: 'wants ¿ or ¡' },
  fr: { slip: / [:;?!»]|« /u, rule: 'wants a no-break space' },
  ja: { slip: halfWidthAfterIdeograph, rule: 'wants full-width punctuation' },
  'zh-CN': { slip: halfWidthAfterIdeograph, rule: 'wants full-width punctuation' },
  'zh-HK': { slip: halfWidthAfterIdeograph, rule: 'wants full-width punctuation' },
  'zh-TW': { slip: halfWidthAfterIdeograph, rule: 'wants full-width punctuation' },
};

const isMistyped = (language, text) => typography[language]?.slip.test(text);

const glossaries = new Map();
const glossaryOf = language => {
  const path = join(root, 'packages/phrases/src', language, 'glossary.json');
  if (!glossaries.has(language)) {
    const glossary = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
    glossaries.set(language, { terms: {}, same: [], free: [], ...glossary });
  }
  return glossaries.get(language);
};

const hasEnglish = (text, { same }) => words(text).some(word => !isName(word) && !same.includes(word));

/** Only sentences have them; names of products and lists of keys do not. */
const littleWord =
  /(?<!\S)(an?|and|are|be|by|can|for|in|is|it|not|of|on|or|that|the|this|to|with|you|your)(?!\S)/i;

/** The whole text, or four words of a sentence in a row. */
const isLeftInEnglish = (source, text, glossary) => {
  if (text === source) return hasEnglish(text, glossary);
  const rowsOf = all => all.slice(3).map((_, start) => all.slice(start, start + 4).join(' '));
  const english = new Set(rowsOf(words(unquoted(source))));
  return rowsOf(words(text)).some(row => english.has(row) && littleWord.test(row));
};

const words = text =>
  text.replace(/\{\{.*?\}\}|https?:\/\/\S+|`[^`]*`/g, ' ').match(/\p{L}[\p{L}\p{N}.-]*\p{L}|\p{L}/gu) ?? [];

/** Quoted words are names that others gave. */
const unquoted = english => english.replace(/“.*?”/g, '');

const termsNotKept = (english, text, { terms }) =>
  Object.entries(terms).flatMap(([term, forms]) =>
    new RegExp(`(?<![\\w-])${term}s?(?![\\w-])`, 'i').test(unquoted(english)) &&
    !forms.some(form => text.toLowerCase().includes(form.toLowerCase()))
      ? [term]
      : [],
  );

if (process.argv[1] === import.meta.filename) {
  const chosen = process.argv.slice(2);
  const complaints = checkLanguages(chosen.length > 0 ? chosen : undefined);
  console.log(complaints ?? 'Every phrase is there.');
  process.exitCode = complaints ? 1 : 0;
}
