import type kit from '@gatehouse/phrases/en/kit.json';
import { fallbackLanguage, isSupportedLanguage, type Language } from '@gatehouse/phrases/languages.ts';
import { loadPhrases, type Namespace, type Namespaces } from '@gatehouse/phrases/load.ts';
import {
  createTranslator,
  type PhraseKey,
  type Phrases,
  type PhraseValues,
  type Translate,
} from '@gatehouse/phrases/translate.ts';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { bootstrap, isCloud } from './bootstrap.ts';
import { storageKeys } from './session/storage.ts';

/** The words of the shell and of what areas share, and those of single areas, which come with their screens. */
type ConsoleNamespace = Extract<Namespace, 'console' | `console/${string}`>;
export type AreaNamespace = Exclude<ConsoleNamespace, 'console'>;

export type Key = { [N in ConsoleNamespace]: PhraseKey<Namespaces[N]> }[ConsoleNamespace];

type Translation = {
  language: Language;
  t: Translate<Key>;
  /** The words of the kit's own parts. */
  kitText: Translate<PhraseKey<typeof kit>>;
  speak: (language: Language) => Promise<void>;
};

const TranslationContext = createContext<Translation | undefined>(undefined);

/** The language kept in this browser, else English. */
export const storedLanguage = (): Language => {
  const stored =
    localStorage.getItem(storageKeys.language) ?? sessionStorage.getItem(storageKeys.language) ?? '';
  return isSupportedLanguage(stored) ? stored : fallbackLanguage;
};

/** For requests, which live outside React. */
export const currentLanguage = () => document.documentElement.lang || fallbackLanguage;

/** The words of the cloud edition, and of areas that were opened; a change of language brings their words along. */
const openedAreas = new Set<AreaNamespace>(isCloud ? ['console/cloud'] : []);
/** The phrases of the current language. Areas add theirs before they render their first screen. */
let spoken: Record<string, Phrases[string]> = {};

export const loadAreaPhrases = async (area: AreaNamespace): Promise<void> => {
  openedAreas.add(area);
  const language = currentLanguage();
  const phrases = await loadPhrases(language, area);
  // The language can change meanwhile.
  if (language !== currentLanguage()) return loadAreaPhrases(area);
  Object.assign(spoken, phrases);
};

/** Loads a language's texts and sets the page to it. */
export const prepareSpeech = async (language: Language): Promise<Omit<Translation, 'speak'>> => {
  const known = openedAreas.size;
  const [kitPhrases, ...groups] = await Promise.all([
    loadPhrases(language, 'kit'),
    loadPhrases(language, 'console'),
    ...[...openedAreas].map(area => loadPhrases(language, area)),
  ]);
  // A screen has been opened meanwhile.
  if (openedAreas.size > known) return prepareSpeech(language);
  const phrases = Object.assign({}, ...groups);
  spoken = phrases;
  document.documentElement.lang = language;
  return {
    language,
    t: createTranslator(language, phrases, phrases, { product: bootstrap.brand.name }),
    kitText: createTranslator(language, kitPhrases),
  };
};

type Prepared = Awaited<ReturnType<typeof prepareSpeech>>;

type TranslationProviderProps = {
  initial: Prepared;
  /** After a change of language: what the server said is in the old one. */
  onChange: () => void;
  children: ReactNode;
};

export const TranslationProvider = ({ initial, onChange, children }: TranslationProviderProps) => {
  const [prepared, setPrepared] = useState(initial);
  const speak = useCallback(
    async (language: Language) => {
      localStorage.setItem(storageKeys.language, language);
      if (language === document.documentElement.lang) return;
      setPrepared(await prepareSpeech(language));
      onChange();
    },
    [onChange],
  );
  // Another tab has chosen: all of them speak the same.
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === storageKeys.language && newValue && isSupportedLanguage(newValue)) void speak(newValue);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [speak]);
  const speech = useMemo(() => ({ ...prepared, speak }), [prepared, speak]);
  return <TranslationContext value={speech}>{children}</TranslationContext>;
};

export const useTranslation = () => {
  const speech = use(TranslationContext);
  if (!speech) throw new Error('SpeechProvider is missing.');
  return speech;
};

export const useT = () => useTranslation().t;

type GroupsWith<Word extends string> = Word extends string
  ? Key extends infer Each
    ? Each extends `${infer Group}.${Word}`
      ? Group
      : never
    : never
  : never;

/** The groups of phrases that have all of these words: a template asks for what it speaks, `Words<'count' | 'empty'>`. */
export type Words<Word extends string> =
  GroupsWith<Word> extends infer Group
    ? Group extends string
      ? `${Group}.${Word}` extends Key
        ? Group
        : never
      : never
    : never;

/** Speaks one group of phrases: `say('created', { name })`. */
export const useWords = (words: string) => {
  const t = useT();
  return (word: string, values?: PhraseValues) => t(`${words}.${word}` as Key, values);
};
