import { post } from './api.ts';
import { begin, prove } from './flow.ts';
import { startOver } from './progress.ts';
import { askForPasskey, canOfferPasskeys } from './web-authn.ts';

/** What the browser asks by itself must end before anything else asks. */
let offer: AbortController | undefined;

const prepare = () => post('/experience/preflight/sign-in-passkey/authentication', undefined);

const finish = (payload: Awaited<ReturnType<typeof askForPasskey>>) =>
  prove(() => post('/experience/verification/sign-in-passkey/authentication/verify', { payload }));

/** Whoever presses the button says who they are by the passkey that they choose. */
export const signInWithPasskey = async () => {
  stopOffering();
  await begin('SignIn');
  const { authenticationOptions } = await prepare();
  await finish(await askForPasskey(authenticationOptions));
};

/** The browser offers passkeys in the identifier's field. Ends with a choice, or when the page goes on without one. */
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
