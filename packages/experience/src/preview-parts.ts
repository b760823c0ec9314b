import type { PreviewPart } from '@gatehouse/contract/experience-page.ts';
import { data, t } from './data.ts';

const one = (selector: string) => document.querySelector<HTMLElement>(selector);

const buttonThatSays = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a')].find(({ textContent }) => textContent === text);

const linkTo = (href: string | null | undefined) => (href ? one(`main a[href="${CSS.escape(href)}"]`) : null);

/** How the elements that settings are about are found on the page that is open. */
const finders: Readonly<Record<PreviewPart, () => HTMLElement | null | undefined>> = {
  logo: () => one('main > :first-child :is(img, svg)'),
  submit: () => one('button[type=submit]'),
  identifier: () => one('input[name=identifier]'),
  'sign-up': () => one('a[href$="/register"]'),
  reset: () => one('a[href$="/reset-password"]'),
  passkey: () => buttonThatSays(t('passkey.sign_in')),
  social: () => one('button:has(picture)'),
  enterprise: () => buttonThatSays(t('single_sign_on.title')),
  terms: () => linkTo(data.signInExperience.termsOfUseUrl),
  privacy: () => linkTo(data.signInExperience.privacyPolicyUrl),
  support: () => {
    const { supportEmail, supportWebsiteUrl } = data.signInExperience;
    return linkTo(supportWebsiteUrl ?? (supportEmail && `mailto:${supportEmail}`));
  },
};

let marked: HTMLElement | null | undefined;

/** Draws a line around the element, and takes the one before away. */
export const markPart = (part: PreviewPart | undefined) => {
  const found = part && finders[part]();
  if (found === marked) return;
  marked?.style.removeProperty('outline');
  marked?.style.removeProperty('outline-offset');
  marked = found;
  if (!found) return;
  found.style.outlineStyle = 'solid';
  found.style.outlineWidth = '2px';
  found.style.outlineColor = 'var(--accent-9)';
  found.style.outlineOffset = '4px';
  found.scrollIntoView({ block: 'nearest' });
};

/** The part that was clicked, with the words around a control. */
export const partOf = (target: Element): PreviewPart | undefined =>
  (Object.keys(finders) as PreviewPart[]).find(part => {
    const found = finders[part]();
    return (
      found?.contains(target) || (found instanceof HTMLInputElement && found.labels?.[0]?.contains(target))
    );
  });
