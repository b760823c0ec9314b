import type { MfaFactor } from '@gatehouse/contract/mfa.ts';
import type { ExperienceError } from './api.ts';
import type { Pending } from './progress.ts';

/** The pages of second factors, by the last part of their address. */
export const factorPaths: Readonly<Record<MfaFactor, string>> = {
  Totp: 'authenticator-app',
  WebAuthn: 'passkey',
  BackupCode: 'backup-code',
  EmailVerificationCode: 'email',
  PhoneVerificationCode: 'phone',
};

const missingPaths: Readonly<Record<string, string>> = {
  username: 'username',
  password: 'password',
  email: 'email',
  phone: 'phone',
  emailOrPhone: 'email-or-phone',
  extraProfile: 'profile',
};

export const factorsOf = (pending: Pending | undefined) =>
  (pending?.data?.availableFactors as MfaFactor[] | undefined) ?? [];

/**
 * Factors that can be set up. An email address or phone number that the user already has is available without setup.
 */
export const newFactorsOf = (pending: Pending | undefined) => {
  const held = pending?.data?.maskedIdentifiers as Partial<Record<MfaFactor, string>> | undefined;
  return factorsOf(pending).filter(factor => !held?.[factor]);
};

export const missingOf = (pending: Pending | undefined) =>
  (pending?.data?.missingProfile as string[] | undefined) ?? [];

/** The page for what the server wants; nothing for what is simply wrong. */
export const stepOf = ({ code, details }: Pick<ExperienceError, 'code' | 'details'>): string | undefined => {
  const pending = { code, data: details as Pending['data'] };
  switch (code) {
    case 'user.missing_profile':
      return `/continue/${missingPaths[missingOf(pending)[0] ?? '']}`;
    case 'user.identity_not_exist':
      return '/continue/link-account';
    case 'user.user_not_exist':
      return '/continue/no-account';
    case 'user.email_already_in_use':
    case 'user.phone_already_in_use':
      return '/continue/account-exists';
    case 'user.new_password_required_in_profile':
      return '/reset-password/new-password';
    case 'session.sso_enabled':
      return '/single-sign-on';
    case 'user.deletion_pending':
      return '/continue/deletion';
    case 'user.suspended':
      return '/account-suspended';
    case 'session.mfa.require_mfa_verification':
      return `/mfa-verification/${factorPaths[factorsOf(pending)[0] ?? 'Totp']}`;
    case 'user.missing_mfa':
    case 'user.suggest_mfa':
    case 'session.mfa.suggest_additional_mfa': {
      const [only, ...others] = newFactorsOf(pending);
      return only && others.length === 0 ? `/mfa-binding/${factorPaths[only]}` : '/mfa-binding';
    }
    case 'user.passkey_preferred':
      return '/continue/passkey';
    case 'session.mfa.backup_code_required':
      return '/mfa-binding/backup-code';
    default:
      return undefined;
  }
};
