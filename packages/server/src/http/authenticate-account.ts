import { isClientDocument } from '@gatehouse/contract/cimd.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import type { Provider } from 'oidc-provider';
import { exchangedGrant, rowOfBearer } from '../domain/bearer-tokens.ts';
import type { Tenant } from '../domain/tenant.ts';
import { RequestError } from '../request-error.ts';
import type { Caller } from './authenticate.ts';
import { readBearer } from './bearer.ts';

/** Users reach their own account with the opaque token that every sign-in ends with; the row names the scope it takes. */
export const authenticateAccount = async (
  authorization: string | undefined,
  row: Row,
  { provider, tenant }: { provider: Provider; tenant: Tenant },
): Promise<Caller> => {
  const token = await provider.AccessToken.find(readBearer(authorization));
  // A token that is bound to a key is no bearer token.
  if (!token?.isValid || token.jkt || !token.scopes.has(row.permission))
    throw new RequestError('auth.unauthorized');
  // Third-party applications may read what the user consented to, but not change it. Tokens of providers open more than that.
  const application = await tenant.cached.client(token.clientId ?? '');
  const isThirdParty = application?.isThirdParty ?? isClientDocument(token.clientId ?? '');
  if (isThirdParty && (row.isFirstParty || row.method !== 'get'))
    throw new RequestError('auth.third_party_application_forbidden');
  const { accountId: id, scopes, sessionUid, clientId: applicationId } = token;
  const origin = { tokenRow: rowOfBearer(token.jti), isExchanged: token.gty === exchangedGrant };
  return { kind: 'user', id, scopes, sessionUid, applicationId, ...origin };
};
