import { minuteMs } from '@gatehouse/contract/duration.ts';
import type { JWTPayload } from 'jose';
import { type AuthorizationRequest, ConnectorError } from '../connector.ts';

type Asked = Pick<AuthorizationRequest, 'isFresh'>;

/** Google knows no `prompt=login` and refuses such requests. */
const withoutLogin = 'accounts.google.com';
/** Microsoft refuses requests with several values. */
const withOneValue = /\.(microsoftonline\.\w+|b2clogin\.com|ciamlogin\.com)$/;

/**
 * The `prompt` that has users sign in at the provider again (OpenID Connect Core section 3.1.2.1). A consent that the
 * connector always asks for stays: some providers give a refresh token only with it.
 */
export const promptOf = (authorizationEndpoint: string, { isFresh }: Asked, usual?: string) => {
  if (!isFresh) return usual;
  const { hostname } = new URL(authorizationEndpoint);
  const again = hostname === withoutLogin ? 'select_account' : 'login';
  const asksConsent = usual?.split(' ').includes('consent') && !withOneValue.test(hostname);
  return asksConsent ? `${again} consent` : again;
};

/** As long as a user may take between the provider and the way back. */
const longestTripMs = 10 * minuteMs;

/** Facts that a provider knows without asking its user, such as the credential of One Tap, are never fresh. */
export const refuseRemembered = (asked: Asked) => requireFreshAt(0, asked);

/** The request went through the browser, which can have left the prompt out: the provider says when it was, if it knows. */
export const requireFresh = ({ auth_time: seconds }: JWTPayload, asked: Asked) =>
  requireFreshAt(typeof seconds === 'number' ? seconds * 1000 : null, asked);

export const isTooOld = (signedInAt: number | null, { isFresh }: Asked) =>
  isFresh === true && signedInAt !== null && signedInAt < Date.now() - longestTripMs;

export const requireFreshAt = (signedInAt: number | null, asked: Asked) => {
  if (isTooOld(signedInAt, asked))
    throw new ConnectorError('authorization_failed', 'The user did not sign in again at the provider.');
};
