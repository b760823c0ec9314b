import {
  completePolicy,
  type PasswordIssue,
  passwordIssues,
  type UserInfo,
} from '@gatehouse/contract/password-rules.ts';
import { isPwned, pwnedRangeUrl } from '@gatehouse/contract/pwned-passwords.ts';
import type { Environment } from '../env.ts';
import type { Logger } from '../log.ts';
import { RequestError } from '../request-error.ts';
import { checkPassword, type PasswordHasher, passwordAlgorithm } from './passwords.ts';
import type { Tenant } from './tenant.ts';
import type { UserRow } from './user-row.ts';

const lookupTimeoutMs = 1500;

type Context = { tenant: Tenant; services: { env: Environment; logger: Logger } };

/** Refuses a password that breaks the tenant's policy, naming every rule that it breaks. */
export const requirePolicy = async (context: Context, password: string, userInfo: UserInfo) => {
  const issues = await findPasswordIssues(context, password, userInfo);
  if (issues.length) throw new RequestError('password.rejected', { data: { issues } });
};

/** The columns of a password that the policy allows and that is not the one before. */
export const hashNewPassword = async (
  context: { tenant: Tenant; services: { env: Environment; logger: Logger; passwords: PasswordHasher } },
  user: UserRow,
  password: string,
) => {
  const { tenant, services } = context;
  const { name, username, primaryEmail: email, primaryPhone: phone } = user;
  await requirePolicy(context, password, { name, username, email, phone });
  if (await checkPassword({ tenant, passwords: services.passwords }, user, password))
    throw new RequestError('user.same_password');
  return {
    passwordEncrypted: await services.passwords.hash(password),
    passwordEncryptionMethod: passwordAlgorithm,
  };
};

/** Every rule of the tenant's policy that a password breaks. */
export const findPasswordIssues = async (
  { tenant, services }: Context,
  password: string,
  userInfo: UserInfo,
): Promise<PasswordIssue[]> => {
  const { passwordPolicy } = await tenant.cached.signInExperience();
  const issues = passwordIssues(password, passwordPolicy, userInfo);
  const isLookedUp = issues.length === 0 && completePolicy(passwordPolicy).rejects.pwned;
  return isLookedUp && (await isLeaked(services, password)) ? [{ code: 'password_rejected.pwned' }] : issues;
};

/** Without the network, registration must still work: passwords that cannot be looked up pass, and the log says so. */
const isLeaked = ({ env, logger }: Context['services'], password: string) =>
  isPwned(password, async prefix => {
    const response = await fetch(pwnedRangeUrl(prefix, env.GATEHOUSE_BREACH_LOOKUP_URL), {
      headers: { 'add-padding': 'true' },
      signal: AbortSignal.timeout(lookupTimeoutMs),
    });
    if (!response.ok) throw new Error(`the lookup answered ${response.status}`);
    return response.text();
  }).catch(error => {
    logger.warn({ err: error }, 'leaked passwords could not be looked up');
    return false;
  });
