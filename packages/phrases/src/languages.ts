/** The languages of the console and the sign-in pages, in the order in which menus list them. */
export const languages = [
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'it',
  'ja',
  'ko',
  'pl-PL',
  'pt-PT',
  'pt-BR',
  'ru',
  'th',
  'tr-TR',
  'uk-UA',
  'zh-CN',
  'zh-HK',
  'zh-TW',
] as const;

export type Language = (typeof languages)[number];

export const fallbackLanguage = 'en' satisfies Language;

export const isSupportedLanguage = (tag: string): tag is Language =>
  (languages as readonly string[]).includes(tag);

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur', 'ps', 'sd', 'ug', 'yi', 'dv', 'ckb', 'ku']);

export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  rightToLeft.has(tag.split('-')[0]!) ? 'rtl' : 'ltr';

/** `pt` → `pt-BR`, `zh-Hant` → `zh-TW`: what a tag without a region most likely means. */
const likelyRegion = (tag: string) => {
  try {
    const { language, region } = new Intl.Locale(tag).maximize();
    return `${language}-${region}`;
  } catch {
    return tag;
  }
};

/**
 * The language nearest to a tag: the tag itself, its likely region, or another one of the same base. Languages with
 * custom phrases count too.
 */
export const matchLanguage = (tag: string, others: readonly string[] = []): string | undefined => {
  if (tag === '') return undefined;
  const known = [...languages, ...others];
  const find = (candidate: string) =>
    known.find(language => language.toLowerCase() === candidate.toLowerCase());
  const base = tag.split('-')[0]!.toLowerCase();
  return (
    find(tag) ??
    find(likelyRegion(tag)) ??
    find(base) ??
    known.find(language => language.split('-')[0] === base)
  );
};
