import type { ConnectorType } from '@gatehouse/contract/connectors.ts';
import { type SignInExperience, signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { useRead } from '../../api.ts';

const channels = {
  Email: { identifier: 'email', factor: 'EmailVerificationCode' },
  Sms: { identifier: 'phone', factor: 'PhoneVerificationCode' },
} as const;

/** Whether users see the connector when they sign in. */
export const useIsInUse = () => {
  const { data } = useRead(signInExperienceRows.read, {}, { hideErrors: true });
  return ({ type, target }: { type: ConnectorType; target?: string }) => {
    if (!data) return false;
    if (type === 'Social') return data.socialSignInConnectorTargets.includes(target ?? '');
    // By default, passwords can be reset with every channel that can send.
    const isResetBy = data.forgotPasswordMethods === null && target !== undefined;
    return isResetBy || sendsCodes(data, channels[type]);
  };
};

const sendsCodes = (
  { signIn, signUp, forgotPasswordMethods, mfa }: SignInExperience,
  { identifier, factor }: (typeof channels)[keyof typeof channels],
) =>
  (signUp.verify && signUp.identifiers.includes(identifier)) ||
  signIn.methods.some(method => method.identifier === identifier && method.verificationCode) ||
  forgotPasswordMethods?.includes(factor) ||
  mfa.factors.includes(factor);
