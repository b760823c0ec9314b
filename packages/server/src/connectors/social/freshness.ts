import { minuteMs } from '@gatehouse/contract/duration.ts';
import type { JWTPayload } from 'jose';
import { type AuthorizationRequest, ConnectorError } from '../connector.ts';

type Asked = Pick<AuthorizationRequest, 'isFresh'>;

/** Google knows no `prompt=login` and refuses such requests. */
const withoutLogin = 'accounts.google.com';

/** The `prompt` that has users sign in at the provider again (OpenID Connect Core section 3.1.2.1). */
export const promptOf = (authorizationEndpoint: string, { isFresh }: Asked, usual?: string) => {
  if (!isFresh) return usual;
  return new URL(authorizationEndpoint).hostname === withoutLogin ? 'select_account' : 'login';
};

/** As long as a user may take between the provider and the way back. */
const longestTripMs = 10 * minuteMs;

/** The request went through the browser, which can have left the prompt out: the provider says when it was, if it knows. */
export const requireFresh = ({ auth_time: seconds }: JWTPayload, asked: Asked) =>
  requireFreshAt(typeof seconds === 'number' ? seconds * 1000 : null, asked);

export const requireFreshAt = (signedInAt: number | null, { isFresh }: Asked) => {
  const isStale = signedInAt !== null && signedInAt < Date.now() - longestTripMs;
  if (isFresh && isStale)
    throw new ConnectorError('authorization_failed', 'The user did not sign in again at the provider.');
};
