import type { VerificationType } from '@gatehouse/contract/experience.ts';

type Methods = Readonly<Partial<Record<VerificationType, readonly string[]>>>;

/** The methods of RFC 8176. Keys are called software keys: we ask for no attestation, and claim no more than we know. */
export const firstMethods: Methods = {
  Password: ['pwd'],
  NewPasswordIdentity: ['pwd'],
  EmailVerificationCode: ['otp'],
  OneTimeToken: ['otp'],
  PhoneVerificationCode: ['sms'],
  Social: ['fed'],
  EnterpriseSso: ['fed'],
  SignInPasskey: ['pop', 'swk', 'user', 'mfa'],
};

export const factorMethods: Methods = {
  Totp: ['otp'],
  BackupCode: ['otp'],
  MfaEmailVerificationCode: ['otp'],
  MfaPhoneVerificationCode: ['sms'],
  WebAuthn: ['pop', 'swk', 'user'],
};
