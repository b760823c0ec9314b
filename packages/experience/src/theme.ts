import { directionOf } from '@gatehouse/phrases/languages.ts';
import { applyAppearance } from '@gatehouse/ui/appearance.ts';
import { data } from './data.ts';

/** Puts the tenant's colours, the language and its direction on the page, before the first paint. */
export const applyTheme = () => {
  const { color, branding } = data.signInExperience;
  const root = document.documentElement;
  root.lang = data.language;
  root.dir = directionOf(data.language);
  root.style.setProperty('--accent-base', `light-dark(${color.primaryColor}, ${color.darkPrimaryColor})`);
  applyAppearance('system', color.isDarkModeEnabled ? undefined : 'light');
  if (!branding.favicon) return;
  document.querySelector('link[rel=icon]')?.setAttribute('href', branding.favicon);
};
