import { directionOf } from '@gatehouse/phrases/languages.ts';
import { applyAppearance } from '@gatehouse/ui/appearance.ts';
import { data } from './data.ts';

/** When pictures for the dark look are shown; nothing: never. */
export const darkMedia = () => {
  if (!data.signInExperience.color.isDarkModeEnabled || data.appearance === 'light') return undefined;
  return data.appearance ? 'all' : '(prefers-color-scheme: dark)';
};

/** Puts the tenant's colors, the language and its direction on the page, before the first paint. */
export const applyTheme = async () => {
  const { color, branding } = data.signInExperience;
  // The account center has its own styles; those of the sign-in pages would not fit.
  const { customCss } = data.accountCenter ?? data.signInExperience;
  const root = document.documentElement;
  root.lang = data.language;
  root.dir = directionOf(data.language);
  root.style.setProperty('--accent-base', `light-dark(${color.primaryColor}, ${color.darkPrimaryColor})`);
  applyAppearance(data.appearance ?? 'system', color.isDarkModeEnabled ? undefined : 'light');
  const dark = darkMedia();
  const isDark = dark && window.matchMedia(dark).matches;
  const favicon = (isDark && branding.darkFavicon) || branding.favicon;
  if (favicon) document.querySelector('link[rel=icon]')?.setAttribute('href', favicon);
  // Missing styles must not prevent a sign-in.
  if (customCss)
    await import('./custom-css.ts').then(
      ({ applyCustomCss }) => applyCustomCss(customCss),
      () => undefined,
    );
};
