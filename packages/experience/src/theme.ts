import { directionOf } from '@gatehouse/phrases/languages.ts';
import { applyAppearance } from '@gatehouse/ui/appearance.ts';
import { applyCustomCss } from './custom-css.ts';
import { data } from './data.ts';

/** Puts the tenant's colours, the language and its direction on the page, before the first paint. */
export const applyTheme = () => {
  const { color, branding, customCss } = data.signInExperience;
  const root = document.documentElement;
  root.lang = data.language;
  root.dir = directionOf(data.language);
  root.style.setProperty('--accent-base', `light-dark(${color.primaryColor}, ${color.darkPrimaryColor})`);
  applyAppearance('system', color.isDarkModeEnabled ? undefined : 'light');
  if (customCss) applyCustomCss(customCss);
  const isDark = color.isDarkModeEnabled && window.matchMedia('(prefers-color-scheme: dark)').matches;
  const favicon = (isDark && branding.darkFavicon) || branding.favicon;
  if (favicon) document.querySelector('link[rel=icon]')?.setAttribute('href', favicon);
};
