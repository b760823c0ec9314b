import type english from '@gatehouse/phrases/en/console.json';
import {
  directionOf,
  fallbackLanguage,
  isSupportedLanguage,
  type Language,
} from '@gatehouse/phrases/languages.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator, type PhraseKey, type Translate } from '@gatehouse/phrases/translate.ts';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { storageKeys } from './session/storage.ts';

export type Key = PhraseKey<typeof english>;

type Speech = { language: Language; t: Translate<Key>; speak: (language: Language) => Promise<void> };

const SpeechContext = createContext<Speech | undefined>(undefined);

/** The language kept in this browser, else English. */
export const storedLanguage = (): Language => {
  const stored =
    localStorage.getItem(storageKeys.language) ?? sessionStorage.getItem(storageKeys.language) ?? '';
  return isSupportedLanguage(stored) ? stored : fallbackLanguage;
};

/** For requests, which live outside React. */
export const currentLanguage = () => document.documentElement.lang || fallbackLanguage;

const applyLanguage = (language: Language) => {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
};

/** Loads a language's texts and sets the page to it. */
export const prepareSpeech = async (language: Language) => {
  const phrases = await loadPhrases(language, 'console');
  applyLanguage(language);
  return { language, t: createTranslator<Key>(language, phrases) };
};

type Prepared = Awaited<ReturnType<typeof prepareSpeech>>;

export const SpeechProvider = ({ initial, children }: { initial: Prepared; children: ReactNode }) => {
  const [prepared, setPrepared] = useState(initial);
  const speak = useCallback(async (language: Language) => {
    localStorage.setItem(storageKeys.language, language);
    if (language === document.documentElement.lang) return;
    setPrepared(await prepareSpeech(language));
  }, []);
  const speech = useMemo(() => ({ ...prepared, speak }), [prepared, speak]);
  return <SpeechContext value={speech}>{children}</SpeechContext>;
};

export const useSpeech = () => {
  const speech = use(SpeechContext);
  if (!speech) throw new Error('SpeechProvider is missing.');
  return speech;
};

export const useT = () => useSpeech().t;
