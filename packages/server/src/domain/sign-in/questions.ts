import type { ErrorCode } from '@gatehouse/contract/errors.ts';

/** Requirements that block the sign-in for now. The same step is retried once they are met. */
export const questions: ReadonlySet<string> = new Set<ErrorCode>([
  'session.mfa.require_mfa_verification',
  'session.mfa.suggest_additional_mfa',
  'session.mfa.backup_code_required',
  'user.missing_mfa',
  'user.suggest_mfa',
  'user.missing_profile',
  'user.passkey_preferred',
  'user.new_password_required_in_profile',
  'user.deletion_pending',
]);
