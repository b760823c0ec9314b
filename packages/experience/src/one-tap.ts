import type { ExperiencePage } from '@gatehouse/contract/experience-page.ts';
import { post } from './api.ts';
import { begin, goOn } from './flow.ts';
import { loadScript } from './load-script.ts';

type OneTap = NonNullable<ExperiencePage['oneTap']>;
type GoogleIdentity = {
  initialize: (
    options: Record<string, unknown> & { callback: (answer: { credential: string }) => void },
  ) => void;
  prompt: () => void;
  cancel: () => void;
};

const provided = () =>
  (window as unknown as { google?: { accounts: { id: GoogleIdentity } } }).google?.accounts.id;

/** Google shows its prompt in a corner of the page and reports the chosen account. Dismissing it has no effect. */
export const offerOneTap = async (
  { url, clientId, nonce, autoSelect, closeOnTapOutside, itpSupport }: OneTap,
  { isNew, onChosen }: { isNew: boolean; onChosen: (credential: string) => void },
) => {
  await loadScript(url);
  const identity = provided();
  identity?.initialize({
    client_id: clientId,
    nonce,
    context: isNew ? 'signup' : 'signin',
    auto_select: autoSelect ?? false,
    cancel_on_tap_outside: closeOnTapOutside ?? true,
    itp_support: itpSupport ?? true,
    use_fedcm_for_prompt: true,
    callback: ({ credential }) => onChosen(credential),
  });
  identity?.prompt();
};

export const stopOffering = () => provided()?.cancel();

/** The credential from Google is sufficient: there is no redirect. */
export const signInWithOneTap = async (connectorId: string, credential: string) => {
  await begin('SignIn');
  const { verificationId } = await post(
    '/experience/verification/social/:connectorId/verify',
    { connectorData: { credential } },
    { connectorId },
  );
  await goOn(verificationId);
};
