import { z } from 'zod';
import type { Violation } from './errors.ts';
import { isLoopback } from './loopback.ts';

const parse = (value: string) => (URL.canParse(value) ? new URL(value) : undefined);

const isWebUrl = (value: string) => /^https?:\/\//i.test(value) && parse(value) !== undefined;

/** Schemes that run or read something in the browser instead of opening an app. */
const dangerousSchemes = new Set(['javascript:', 'data:', 'blob:', 'file:', 'about:', 'vbscript:']);

const isAppUri = (value: string) => {
  const scheme = parse(value)?.protocol;
  return scheme !== undefined && !['http:', 'https:'].includes(scheme) && !dangerousSchemes.has(scheme);
};

/** Neither the address that users return to nor the one that is called at sign-out can have one (RFC 6749 section 3.1.2). */
const fragmentFlaw = (value: string): Violation | undefined =>
  value.includes('#') ? 'validation.redirect_fragment' : undefined;

const webFlaw = (value: string): Violation | undefined => {
  if (!isWebUrl(value)) return 'validation.web_redirect_uri';
  return value.includes('*') ? 'validation.wildcard_redirect_uri' : fragmentFlaw(value);
};

/** One whole label, the first of at least three, of an https address with nothing else left open. */
const wildcard = /^https:\/\/\*(?:\.[\da-z](?:[\da-z-]*[\da-z])?){2,}(?::\d+)?(?:[/?][^*]*)?$/i;

/** Whether a redirect URI matches many hosts, such as one per branch or customer below a domain. */
export const hasWildcard = (uri: string) => uri.includes('*');

/** The web rule where an application may leave the first label of a host open. */
const openWebFlaw = (value: string): Violation | undefined =>
  wildcard.test(value) && isWebUrl(value) ? fragmentFlaw(value) : webFlaw(value);

const label = /^[\da-z](?:[\da-z-]*[\da-z])?$/i;

/** Whether a URI in a request matches a wildcard URI. Everything but the first label must be identical. */
export const matchesWildcard = (pattern: string, uri: string) => {
  if (!hasWildcard(pattern) || hasWildcard(uri)) return false;
  const [first = ''] = (parse(uri)?.hostname ?? '').split('.');
  return label.test(first) && pattern.replace('*', first) === uri;
};

/** A private-use scheme, a claimed https address, or http on the device itself (RFC 8252 section 7). */
const nativeFlaw = (value: string): Violation | undefined => {
  if (isAppUri(value)) return fragmentFlaw(value);
  const isSecure = /^https:/i.test(value);
  if (!isWebUrl(value) || isSecure === isLoopback(value)) return 'validation.native_redirect_uri';
  return value.includes('*') ? 'validation.wildcard_redirect_uri' : fragmentFlaw(value);
};

const address = (flawOf: (value: string) => Violation | undefined) =>
  z
    .string()
    .max(2048)
    .check(({ value, issues }) => {
      const message = flawOf(value);
      if (message) issues.push({ code: 'custom', message, input: value });
    });

/** http or https, as browsers open it. */
export const webRedirectUri = address(webFlaw);
const openWebRedirectUri = address(openWebFlaw);
const nativeRedirectUri = address(nativeFlaw);

/** The rule for redirect URIs, after sign-in and after sign-out. */
export const redirectUriFor = (applicationType: string, { isExact = false }: Exactness = {}) => {
  if (applicationType === 'Native') return nativeRedirectUri;
  return isExact ? webRedirectUri : openWebRedirectUri;
};

/** Exact addresses only: for applications that asked for the strictest rules, and for those of strangers. */
type Exactness = { isExact?: boolean };

type Addresses = {
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  backchannelLogoutUri?: string;
};

/** An address of an application that cannot be used, and why. */
export type UriFlaw = { path: (string | number)[]; code: Violation; uri: string };

/**
 * The rule for the addresses of an application. Requests that break it are refused; what earlier versions stored all the
 * same is left out by the provider, found by `doctor` and shown on the page of the application.
 */
export const uriFlaws = (
  applicationType: string,
  addresses: Addresses,
  { isExact = false }: Exactness = {},
): UriFlaw[] => {
  const flawOfWeb = isExact ? webFlaw : openWebFlaw;
  const flawOf = applicationType === 'Native' ? nativeFlaw : flawOfWeb;
  const { backchannelLogoutUri: called } = addresses;
  const flawsIn = (field: 'redirectUris' | 'postLogoutRedirectUris') =>
    addresses[field].flatMap((uri, index) => {
      const code = flawOf(uri);
      return code ? { path: [field, index], code, uri } : [];
    });
  const code = called === undefined ? undefined : webFlaw(called);
  return [
    ...flawsIn('redirectUris'),
    ...flawsIn('postLogoutRedirectUris'),
    ...(called !== undefined && code ? [{ path: ['backchannelLogoutUri'], code, uri: called }] : []),
  ];
};

/** The same without the addresses that cannot be used: a bad one must not cost an application the good ones. */
export const withoutFlaws = <A extends Addresses>(
  applicationType: string,
  addresses: A,
  exactness?: Exactness,
): A => {
  const flaws = uriFlaws(applicationType, addresses, exactness);
  if (flaws.length === 0) return addresses;
  const isFlawed = (...path: (string | number)[]) => flaws.some(flaw => flaw.path.join() === path.join());
  const sound = (field: 'redirectUris' | 'postLogoutRedirectUris') =>
    addresses[field].filter((_, index) => !isFlawed(field, index));
  return {
    ...addresses,
    redirectUris: sound('redirectUris'),
    postLogoutRedirectUris: sound('postLogoutRedirectUris'),
    backchannelLogoutUri: isFlawed('backchannelLogoutUri') ? undefined : addresses.backchannelLogoutUri,
  };
};

/** Scheme, host and port, and nothing else. */
export const origin = z.string().refine(value => isWebUrl(value) && new URL(value).origin === value, {
  error: 'validation.origin',
});
