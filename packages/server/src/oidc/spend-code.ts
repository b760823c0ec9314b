import type { Provider } from 'oidc-provider';
import { isAdmitted } from '../domain/application-access.ts';
import type { Tenant } from '../domain/tenant.ts';
import { RequestError } from '../request-error.ts';
import { findSignedIn, signInOfToken } from './accounts.ts';

/**
 * For clients that are parts of ourselves: the code that the provider gave is good for once, like at its token endpoint, and
 * only while the sign-in behind it counts. A code can be written just after everything of its user was revoked.
 */
export const spendCode = async (tenant: Tenant, provider: Provider, value: string, clientId: string) => {
  const code = await provider.AuthorizationCode.find(value);
  if (!code?.isValid || code.clientId !== clientId || !code.accountId)
    throw new RequestError('oidc.invalid_grant');
  await code.consume();
  const application = await tenant.cached.client(clientId);
  const isLetIn = application && (await isAdmitted(tenant, application, code.accountId));
  const user = isLetIn ? await findSignedIn(tenant, code.accountId, signInOfToken(code)) : undefined;
  if (!user) throw new RequestError('oidc.invalid_grant');
  return { code, user };
};
