import { customDataKeys } from '@gatehouse/contract/dialect.ts';
import {
  type Preferences as ConsolePreferences,
  type Density,
  parsePreferences,
} from '@gatehouse/contract/preferences.ts';
import { isSupportedLanguage, type Language } from '@gatehouse/phrases/languages.ts';
import { type Appearance, applyAppearance } from '@gatehouse/ui/appearance.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { currentLanguage, useTranslation } from '../phrases.tsx';
import { useCustomData, useUpdateCustomData } from './account.ts';
import { storageKeys } from './storage.ts';

const appearances: readonly string[] = ['light', 'dark', 'system'];

export const storedAppearance = (): Appearance => {
  const stored = localStorage.getItem(storageKeys.appearanceMode) ?? '';
  return appearances.includes(stored) ? (stored as Appearance) : 'system';
};

const storedDensity = (): Density =>
  localStorage.getItem(storageKeys.density) === 'compact' ? 'compact' : 'comfortable';

type Preferences = {
  density: Density;
  setDensity: (density: Density) => void;
  appearance: Appearance;
  setAppearance: (appearance: Appearance) => void;
  setLanguage: (language: Language) => void;
  preferences: ConsolePreferences | undefined;
  update: (changes: Partial<ConsolePreferences>) => void;
  /** Beats the chosen appearance while a screen asks for it. */
  overrideAppearance: (appearance: 'light' | 'dark' | undefined) => void;
};

const PreferencesContext = createContext<Preferences | undefined>(undefined);

/** The person's choices: applied at once, kept in this browser and in the account's custom data. */
export const PreferencesProvider = ({ children }: { children: ReactNode }) => {
  const toast = useToast();
  const { speak, t } = useTranslation();
  const [appearance, keepAppearance] = useState(storedAppearance);
  const [density, keepDensity] = useState(storedDensity);
  const [override, overrideAppearance] = useState<'light' | 'dark'>();
  const { data: customData } = useCustomData();
  const { mutate: updateCustomData } = useUpdateCustomData();
  const preferences = useMemo(
    () =>
      customData && parsePreferences(customData, { appearanceMode: storedAppearance(), isSupportedLanguage }),
    [customData],
  );

  useEffect(() => applyAppearance(appearance, override), [appearance, override]);

  // The tables of the kit look here.
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);

  // A choice made on another device takes precedence over the one stored in this browser.
  useEffect(() => {
    if (!preferences || customData?.[customDataKeys.preferences] === undefined) return;
    localStorage.setItem(storageKeys.appearanceMode, preferences.appearanceMode);
    keepAppearance(preferences.appearanceMode);
    localStorage.setItem(storageKeys.density, preferences.density ?? 'comfortable');
    keepDensity(preferences.density ?? 'comfortable');
    if (preferences.language && isSupportedLanguage(preferences.language)) void speak(preferences.language);
  }, [preferences, customData, speak]);

  const value = useMemo<Preferences>(() => {
    const update = (changes: Partial<ConsolePreferences>) => {
      if (!preferences) {
        toast.error(t('errors.unexpected'));
        return;
      }
      // Users who never chose a language keep the current one.
      const language = currentLanguage();
      updateCustomData({ [customDataKeys.preferences]: { ...preferences, language, ...changes } });
    };
    return {
      density,
      setDensity: next => {
        localStorage.setItem(storageKeys.density, next);
        keepDensity(next);
        update({ density: next });
      },
      appearance,
      preferences,
      update,
      overrideAppearance,
      setAppearance: mode => {
        localStorage.setItem(storageKeys.appearanceMode, mode);
        keepAppearance(mode);
        update({ appearanceMode: mode });
      },
      setLanguage: next => {
        // Without a network its words do not come; the request that keeps the choice says so.
        speak(next).catch(() => undefined);
        update({ language: next });
      },
    };
  }, [appearance, density, preferences, speak, t, toast, updateCustomData]);

  return <PreferencesContext value={value}>{children}</PreferencesContext>;
};

export const usePreferences = () => {
  const preferences = use(PreferencesContext);
  if (!preferences) throw new Error('PreferencesProvider is missing.');
  return preferences;
};
