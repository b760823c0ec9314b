import type { ExperiencePage } from '@gatehouse/contract/experience-page.ts';
import { ExperienceError } from './api.ts';
import { data, t } from './data.ts';
import { loadScript } from './load-script.ts';

type Captcha = NonNullable<ExperiencePage['captcha']>;
type Widget = string | number;
type Turnstile = {
  render: (
    place: HTMLElement,
    options: Record<string, unknown> & { callback: (token: string) => void },
  ) => Widget;
  remove: (widget: Widget) => void;
};
type Recaptcha = {
  ready: (work: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
  render: (place: HTMLElement, options: Record<string, unknown>) => Widget;
};

const provided = () => window as unknown as { turnstile?: Turnstile; grecaptcha?: { enterprise: Recaptcha } };
const refuse = () => new ExperienceError('captcha', t('errors.captcha'));

/** In the form, or at the end of a page that has none. */
const openPlace = () => {
  const place = document.createElement('div');
  const around = document.querySelector('[data-captcha]') ?? document.querySelector('main');
  around?.append(place);
  return place;
};

const ask = (begin: (place: HTMLElement, take: (token: string) => void, fail: () => void) => void) => {
  const place = openPlace();
  return new Promise<string>((resolve, reject) => begin(place, resolve, () => reject(refuse()))).finally(() =>
    place.remove(),
  );
};

const askTurnstile = ({ siteKey }: Captcha) =>
  ask((place, callback, fail) => {
    const { turnstile } = provided();
    if (!turnstile) return fail();
    turnstile.render(place, {
      sitekey: siteKey,
      language: data.language.toLowerCase(),
      size: 'flexible',
      // Nothing is seen of it unless there is something to do.
      appearance: 'interaction-only',
      callback,
      'error-callback': fail,
    });
  });

const askRecaptcha = async ({ siteKey, mode }: Captcha) => {
  const enterprise = provided().grecaptcha?.enterprise;
  if (!enterprise) throw refuse();
  await new Promise<void>(resolve => enterprise.ready(resolve));
  if (mode !== 'checkbox') return enterprise.execute(siteKey, { action: 'interaction' });
  return ask((place, callback, fail) => {
    enterprise.render(place, { sitekey: siteKey, callback, 'error-callback': fail });
  });
};

/** Returns a CAPTCHA token from the tenant's provider for the server to verify. */
export const solveCaptcha = async (captcha: Captcha): Promise<string> => {
  await loadScript(captcha.url).catch(() => {
    throw refuse();
  });
  return captcha.type === 'Turnstile' ? askTurnstile(captcha) : askRecaptcha(captcha);
};
