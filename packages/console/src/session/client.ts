import { multiFactorAcr } from '@gatehouse/contract/authentication-levels.ts';
import {
  allScope,
  consoleApplicationId,
  organizationRolesScope,
  organizationsScope,
  secondFactorNeededCode,
} from '@gatehouse/contract/dialect.ts';
import { cloudScopes, tenantPermissions } from '@gatehouse/contract/scopes.ts';
import { tokenLock } from '@gatehouse/contract/token-lock.ts';
import LogtoClient, {
  LogtoClientError,
  LogtoRequestError,
  OidcError,
  Prompt,
  type SignInOptions,
} from '@logto/browser';
import { basePath, bootstrap, isCloud } from '../bootstrap.ts';
import { HttpError } from '../request.ts';
import { keepDrafts } from './open-forms.ts';
import { hasKeptLocation, invitedAs, keepLocation, keptLocation, wantsSignUp } from './return-location.ts';

const origin = window.location.origin;
export const callbackPath = `${basePath}/callback`;

/** The console is an ordinary client of the admin tenant, through the dialect's published SDK. */
export const session = new LogtoClient({
  endpoint: bootstrap.adminEndpoint,
  appId: consoleApplicationId,
  resources: [
    ...(isCloud ? [] : [bootstrap.managementAudience]),
    bootstrap.cloudAudience,
    bootstrap.meAudience,
  ],
  scopes: [
    'email',
    'phone',
    'identities',
    'custom_data',
    organizationsScope,
    organizationRolesScope,
    allScope,
    ...tenantPermissions,
    // Tenants are created in the cloud only.
    ...cloudScopes.slice(isCloud ? 0 : 1, 2),
  ],
  prompt: Prompt.Consent,
});

/** One at a time, in all tabs: a refresh token that two requests spend at once is taken for stolen. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(tokenLock, work) as Promise<T>;

export const accessTokenFor = (resource: string) => inTurn(() => session.getAccessToken(resource));

export const organizationTokenFor = (organizationId: string) =>
  inTurn(() => session.getOrganizationToken(organizationId));

/** The user's permissions in an organization, read from the organization token. */
export const organizationScopes = (organizationId: string) =>
  inTurn(async () => {
    const { scope = '' } = await session.getOrganizationTokenClaims(organizationId);
    return scope?.split(' ').filter(Boolean) ?? [];
  });

/** Access tokens are requested again when they are needed. */
export const forgetAccessTokens = () => inTurn(() => session.clearAccessToken());

/** The user and their current permissions: the ID token of the sign-in may be older than a tenant or a role. */
export const currentClaims = () =>
  inTurn(async () => {
    await session.clearAccessToken();
    await session.getAccessToken(bootstrap.meAudience);
    return session.getIdTokenClaims();
  });

/** Everything the browser holds is given up, and the person comes back with what they may do now. */
export const signInAnew = async (start?: SignInStart) => {
  await inTurn(() => session.clearAllTokens());
  await startSignIn(start);
};

type SignInStart = { returnTo?: string } & Pick<
  SignInOptions,
  'loginHint' | 'directSignIn' | 'extraParams' | 'prompt'
>;

/** Remembers where the visitor was and leaves for the sign-in page. */
export const startSignIn = async ({ returnTo, ...parameters }: SignInStart = {}) => {
  const { pathname, search, hash } = window.location;
  if (returnTo) keepLocation({ pathname: returnTo, search: '', hash: '' });
  else if (!isRoot(pathname) || !hasKeptLocation()) keepLocation({ pathname, search, hash });
  keepDrafts();
  const target = keptLocation() ?? { pathname, search, hash };
  const path = (target.pathname ?? '').slice(basePath.length);
  await session.signIn({
    redirectUri: `${origin}${callbackPath}`,
    firstScreen: wantsSignUp(path, target.search ?? '') ? 'register' : 'sign_in',
    ...invitedAs(path, target.hash ?? ''),
    ...parameters,
  });
};

/** The sign-in pages ask everything again, also of users who are signed in. */
export const signInAgain = () => startSignIn({ prompt: [Prompt.Login, Prompt.Consent] });

/** The sign-in pages ask for what is missing, also of who is signed in. */
export const setUpSecondFactor = () =>
  startSignIn({
    prompt: [Prompt.Login, Prompt.Consent],
    extraParams: { acr_values: multiFactorAcr },
  });

/** A sign-out that returns to the root still leads to the page that was requested before. */
const isRoot = (pathname: string) => pathname === (basePath || '/');

/** Signs out and in again, at the same address. */
export const switchAccount = async () => {
  const { pathname, search, hash } = window.location;
  keepLocation({ pathname, search, hash });
  await signOut();
};

/** The SDK leaves the ID token out; with it the server knows who leaves and need not ask whether it was meant. */
export const signOut = async () => {
  const idToken = await session.getIdToken();
  session.adapter.navigate = url =>
    window.location.assign(idToken ? `${url}&${new URLSearchParams({ id_token_hint: idToken })}` : url);
  await session.signOut(`${origin}${basePath || '/'}`);
};

/** An organization asks its members for a second factor, and this one has none. */
export const isSecondFactorNeeded = (error: unknown) =>
  error instanceof LogtoRequestError && error.code === secondFactorNeededCode;

/** Errors that only a new sign-in resolves: no session, a missing grant or target, a refused token. */
export const isSignInNeeded = (error: unknown) => {
  // A provider that refuses us says nothing about the reader's own token.
  if (error instanceof HttpError) return error.status === 401 && !error.code?.startsWith('connector.');
  if (error instanceof LogtoRequestError) return /invalid_grant|invalid_target|not_found/.test(error.code);
  // Errors while a sign-in finishes are shown: restarting automatically could loop.
  if (window.location.pathname === callbackPath) return false;
  return error instanceof LogtoClientError || error instanceof OidcError;
};
