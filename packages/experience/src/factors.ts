import type { MfaFactor } from '@gatehouse/contract/mfa.ts';
import { type ExperienceError, post } from './api.ts';
import { goOn } from './flow.ts';
import { advance, getProgress } from './progress.ts';
import { askForPasskey, createPasskey } from './web-authn.ts';

type Channel = 'email' | 'phone';
const base = '/experience/verification';

/** Sends the code of a second factor to the address or number that the user has. */
export const sendFactorCode = async (identifierType: Channel) => {
  const { verificationId } = await post(`${base}/mfa-verification-code`, { identifierType });
  const sent = { verificationId, sentAt: Date.now() };
  advance({ factorCodes: { ...getProgress().factorCodes, [identifierType]: sent } });
  return sent.sentAt;
};

export const verifyFactorCode = async (identifierType: Channel, code: string) => {
  const verificationId = getProgress().factorCodes[identifierType]?.verificationId ?? '';
  await post(`${base}/mfa-verification-code/verify`, { verificationId, code, identifierType });
  await goOn();
};

export const verifyTotp = async (code: string) => {
  await post(`${base}/totp/verify`, { code });
  await goOn();
};

export const verifyBackupCode = async (code: string) => {
  await post(`${base}/backup-code/verify`, { code });
  await goOn();
};

export const verifyPasskey = async () => {
  const { verificationId, authenticationOptions } = await post(`${base}/web-authn/authentication`, undefined);
  const payload = await askForPasskey(authenticationOptions);
  await post(`${base}/web-authn/authentication/verify`, { verificationId, payload });
  await goOn();
};

export const prepareTotp = () => post(`${base}/totp/secret`, undefined);
export const prepareBackupCodes = () => post(`${base}/backup-code/generate`, undefined);

export const bindTotp = async (verificationId: string, code: string) => {
  await post(`${base}/totp/verify`, { code, verificationId });
  await bindFactor('Totp', verificationId);
};

/** Makes a passkey in the browser and proves it to the server. */
const makePasskey = async () => {
  const { verificationId, registrationOptions } = await post(`${base}/web-authn/registration`, undefined);
  const payload = await createPasskey(registrationOptions);
  await post(`${base}/web-authn/registration/verify`, { verificationId, payload });
  return verificationId;
};

export const bindPasskey = async () => bindFactor('WebAuthn', await makePasskey());

/** As a way to sign in rather than as second factor. */
export const takePasskey = async () => {
  await post('/experience/profile/mfa/passkey', { verificationId: await makePasskey() });
  await goOn();
};

/** Existing factors were set up before the user went back. */
export const bindFactor = async (type: MfaFactor, verificationId: string) => {
  await post('/experience/profile/mfa', { type, verificationId }).catch((error: ExperienceError) => {
    if (!/_already_in_use$/.test(error.code ?? '') || type === 'EmailVerificationCode') throw error;
  });
  await goOn();
};

/** Goes on without what is only offered. */
export const skip = async (
  what: 'mfa-skipped' | 'mfa-suggestion-skipped' | 'passkey-skipped',
): Promise<void> => {
  await post(`/experience/profile/mfa/${what}`, undefined);
  await goOn();
};
