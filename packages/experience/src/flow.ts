import type { InteractionEvent } from '@gatehouse/contract/experience.ts';
import { post, put, remove } from './api.ts';

/** Each flow is: say what it is, prove or propose an identity, identify, submit, and follow the server's answer. */
const finish = async (verificationId: string) => {
  await post('/experience/identification', { verificationId });
  await leaveFor(await post('/experience/submit', undefined));
};

const begin = (interactionEvent: InteractionEvent) => put('/experience', { interactionEvent });

export type Credentials = { identifier: string; password: string };

export const signInWithPassword = async ({ identifier, password }: Credentials) => {
  await begin('SignIn');
  const { verificationId } = await post('/experience/verification/password', {
    identifier: { type: 'username', value: identifier },
    password,
  });
  await finish(verificationId);
};

export const registerWithPassword = async ({ identifier, password }: Credentials) => {
  await begin('Register');
  const { verificationId } = await post('/experience/verification/new-password-identity', {
    identifier: { type: 'username', value: identifier },
    password,
  });
  await finish(verificationId);
};

const leaveFor = async ({ redirectTo }: { redirectTo: string }) => {
  window.location.assign(redirectTo);
  // The page is leaving: what was pressed stays busy until it is gone.
  await new Promise<never>(() => {});
};

export const grantConsent = async () => leaveFor(await post('/interaction/consent', {}));

export const denyConsent = async () => leaveFor(await remove('/interaction/consent'));
