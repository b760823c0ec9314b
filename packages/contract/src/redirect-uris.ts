import { z } from 'zod';

const parse = (value: string) => (URL.canParse(value) ? new URL(value) : undefined);

const isWebUrl = (value: string) => /^https?:\/\//i.test(value) && parse(value) !== undefined;

/** Schemes that run or read something in the browser instead of opening an app. */
const dangerousSchemes = new Set(['javascript:', 'data:', 'blob:', 'file:', 'about:', 'vbscript:']);

const isAppUri = (value: string) => {
  const scheme = parse(value)?.protocol;
  return scheme !== undefined && !['http:', 'https:'].includes(scheme) && !dangerousSchemes.has(scheme);
};

/** http or https, as browsers open it. */
export const webRedirectUri = z.string().max(2048).refine(isWebUrl, { error: 'validation.web_redirect_uri' });

/** A scheme of the app's own, as phones and desktops open it (RFC 8252 section 7.1). */
export const mobileRedirectUri = z
  .string()
  .max(2048)
  .refine(isAppUri, { error: 'validation.mobile_redirect_uri' });

/** Either kind; which one fits is told by the type of the application. */
export const redirectUri = z
  .string()
  .max(2048)
  .refine(value => isWebUrl(value) || isAppUri(value), { error: 'validation.url' });

/** Native apps use their own scheme, or a claimed https or loopback address (RFC 8252 section 7); the others the web. */
export const redirectUriFor = (applicationType: string) =>
  applicationType === 'Native' ? redirectUri : webRedirectUri;

/** Scheme, host and port, and nothing else. */
export const origin = z.string().refine(value => isWebUrl(value) && new URL(value).origin === value, {
  error: 'validation.origin',
});
