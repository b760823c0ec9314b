import { post } from './api.ts';
import { begin, prove } from './flow.ts';
import { startOver } from './progress.ts';
import { askForPasskey, canOfferPasskeys } from './web-authn.ts';

/** A pending conditional request of the browser must end before another one starts. */
let offer: AbortController | undefined;

const prepare = () => post('/experience/preflight/sign-in-passkey/authentication', undefined);

const finish = (payload: Awaited<ReturnType<typeof askForPasskey>>) =>
  prove(() => post('/experience/verification/sign-in-passkey/authentication/verify', { payload }));

/** The chosen passkey identifies the user. */
export const signInWithPasskey = async () => {
  stopOffering();
  await begin('SignIn');
  const { authenticationOptions } = await prepare();
  await finish(await askForPasskey(authenticationOptions));
};

/**
 * The browser offers passkeys in the identifier's field. Ends with a choice, or when the page continues without one.
 */
export const offerPasskeys = async () => {
  if (!(await canOfferPasskeys())) return;
  stopOffering();
  const own = new AbortController();
  offer = own;
  const { authenticationOptions } = await prepare();
  if (own.signal.aborted) return;
  const payload = await askForPasskey(authenticationOptions, {
    signal: own.signal,
    mediation: 'conditional',
  });
  startOver('SignIn');
  await finish(payload);
};

export const stopOffering = () => offer?.abort();
