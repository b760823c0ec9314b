import type { Provider } from 'oidc-provider';
import { RequestError } from '../domain/request-error.ts';

/** For clients that are parts of ourselves: the code that the provider gave is good for once, like at its token endpoint. */
export const spendCode = async (provider: Provider, value: string, clientId: string) => {
  const code = await provider.AuthorizationCode.find(value);
  if (!code?.isValid || code.clientId !== clientId) throw new RequestError('oidc.invalid_grant');
  await code.consume();
  return code;
};
