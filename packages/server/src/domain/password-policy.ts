import { completePolicy, passwordIssues, type UserInfo } from '@gatehouse/contract/password-policy.ts';
import { isPwned, pwnedRangeUrl } from '@gatehouse/contract/pwned-passwords.ts';
import { RequestError } from './request-error.ts';
import type { Tenant } from './tenant.ts';

const lookupTimeoutMs = 1500;

/** Refuses a password that breaks the tenant's policy, naming every rule that it breaks. */
export const requirePolicy = async (tenant: Tenant, password: string, userInfo: UserInfo) => {
  const { passwordPolicy } = await tenant.cached.signInExperience();
  const issues = passwordIssues(password, passwordPolicy, userInfo);
  if (issues.length === 0 && completePolicy(passwordPolicy).rejects.pwned && (await isLeaked(password))) {
    issues.push({ code: 'password_rejected.pwned' });
  }
  if (issues.length) throw new RequestError('password.rejected', { data: { issues } });
};

/** Without the network nobody could register: what cannot be looked up passes. */
const isLeaked = (password: string) =>
  isPwned(password, async prefix => {
    const response = await fetch(pwnedRangeUrl(prefix), {
      headers: { 'add-padding': 'true' },
      signal: AbortSignal.timeout(lookupTimeoutMs),
    });
    return response.ok ? response.text() : '';
  }).catch(() => false);
