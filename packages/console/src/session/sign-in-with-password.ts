import { experience } from '@gatehouse/contract/experience.ts';
import { experienceProofs } from '@gatehouse/contract/experience-verifications.ts';
import { bootstrap } from '../bootstrap.ts';
import { paths } from '../paths.ts';
import { currentLanguage } from '../phrases.tsx';
import { sendThrough } from '../request.ts';
import { session, startSignIn } from './client.ts';

const send = sendThrough({ baseUrl: `${bootstrap.adminEndpoint}/api`, language: currentLanguage });

type Credentials = { username: string; password: string };

/**
 * Signs in with a password that was just chosen, by the requests that the sign-in page would send. If more is needed than
 * the password, the sign-in page asks for it.
 */
export const signInWithPassword = async (credentials: Credentials) => {
  const { navigate } = session.adapter;
  session.adapter.navigate = async (address, parameters) => {
    session.adapter.navigate = navigate;
    const next = await prove(address, credentials).catch(() => undefined);
    await navigate(next ?? address, parameters);
  };
  await startSignIn({ loginHint: credentials.username, returnTo: paths.home() });
};

/** Begins the authorization request without leaving the page: the console and its sign-in pages have one origin. */
const prove = async (address: string, { username, password }: Credentials) => {
  await fetch(address);
  await send(experience.start, { body: { interactionEvent: 'SignIn' } });
  const { verificationId } = await send(experienceProofs.verifyPassword, {
    body: { identifier: { type: 'username', value: username }, password },
  });
  await send(experience.identify, { body: { verificationId } });
  const { redirectTo } = await send(experience.submit, { body: {} });
  return redirectTo;
};
