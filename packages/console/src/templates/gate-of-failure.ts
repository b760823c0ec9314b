import type { Log } from '@gatehouse/contract/logs.ts';
import { gatesOfRules, type SignInGate } from '@gatehouse/contract/sign-in-check.ts';

/** The gate at which a refused step stopped. Requests that never reached the sign-in pages have none. */
export const gateOfFailure = ({ key, payload }: Pick<Log, 'key' | 'payload'>): SignInGate | undefined => {
  const { trace, error } = payload;
  const last = Array.isArray(trace) ? trace.at(-1) : undefined;
  if (last && last.says !== 'pass') return gatesOfRules[last.rule] ?? 'mfa';
  const code = typeof error === 'object' ? String(error.code) : error;
  if (key.startsWith('Action.') || code?.startsWith('action.')) return 'script';
  if (code === 'access_denied') return 'application';
  if (!key.startsWith('Interaction.')) return undefined;
  if (/BindMfa|Verification\.(Mfa|Totp|WebAuthn|BackupCode)/.test(key)) return 'mfa';
  if (key.includes('.Profile.')) return 'profile';
  return key.includes('.Verification.') ? 'proof' : 'identifier';
};
