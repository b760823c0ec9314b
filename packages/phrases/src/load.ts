import type { phrases } from './en/index.ts';
import { fallbackLanguage, isSupportedLanguage, type Language } from './languages.ts';
import type { Phrases } from './translate.ts';

export type Namespaces = {
  [N in keyof typeof phrases]: Awaited<ReturnType<(typeof phrases)[N]>>['default'];
};
export type Namespace = keyof Namespaces;
/** The product's terms, by their English names: the forms in which they occur in a language. */
type Glossary = { terms: Readonly<Record<string, readonly string[]>> };
type LanguageModule = {
  phrases: Record<Namespace, () => Promise<{ default: Phrases }>>;
  glossary?: () => Promise<{ default: Glossary }>;
};

/** One row a language. Each is its own chunk in the browser, and so is each of its files. */
const languageModules: Record<Language, () => Promise<LanguageModule>> = {
  ar: () => import('./ar/index.ts'),
  de: () => import('./de/index.ts'),
  en: () => import('./en/index.ts'),
  es: () => import('./es/index.ts'),
  fr: () => import('./fr/index.ts'),
  it: () => import('./it/index.ts'),
  ja: () => import('./ja/index.ts'),
  ko: () => import('./ko/index.ts'),
  'pl-PL': () => import('./pl-PL/index.ts'),
  'pt-PT': () => import('./pt-PT/index.ts'),
  'pt-BR': () => import('./pt-BR/index.ts'),
  ru: () => import('./ru/index.ts'),
  th: () => import('./th/index.ts'),
  'tr-TR': () => import('./tr-TR/index.ts'),
  'uk-UA': () => import('./uk-UA/index.ts'),
  'zh-CN': () => import('./zh-CN/index.ts'),
  'zh-HK': () => import('./zh-HK/index.ts'),
  'zh-TW': () => import('./zh-TW/index.ts'),
};

const loadLanguage = (language: string): Promise<LanguageModule> =>
  languageModules[isSupportedLanguage(language) ? language : fallbackLanguage]();

/** The phrases of a language, or the English ones of a language that is not ours. */
export const loadPhrases = async <N extends Namespace>(
  language: string,
  namespace: N,
): Promise<Namespaces[N]> => {
  const { phrases } = await loadLanguage(language);
  const { default: loaded } = await phrases[namespace]();
  // Every language has the keys of English: `scripts/languages.mjs` checks it.
  return loaded as Namespaces[N];
};

/** The glossary of a language: how it translates the English terms. */
export const findTerms = async (language: string, text: string): Promise<string[]> => {
  const { glossary } = await loadLanguage(language);
  const { terms } = (await glossary?.())?.default ?? { terms: {} };
  const said = text.toLowerCase();
  return Object.entries(terms).flatMap(([term, forms]) =>
    forms.some(form => said.includes(form.toLowerCase())) ? [term] : [],
  );
};
