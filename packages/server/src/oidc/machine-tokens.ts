import type { IncomingMessage, ServerResponse } from 'node:http';
import { organizationResource } from '@gatehouse/contract/dialect.ts';
import { generateState } from '@gatehouse/contract/ids.ts';
import type { ClientApplication } from '../domain/client-applications.ts';
import type { OidcConfig } from '../domain/oidc-config.ts';
import { inOrderOfUse } from '../domain/signing-keys.ts';
import type { Tenant } from '../domain/tenant.ts';
import { createTokenSigner } from '../domain/token-signer.ts';
import { clientAddressOf } from '../http/forwarded.ts';
import { type ConsoleApp, findClientApplication, findSecret } from './clients.ts';
import { type MachineRequest, readMachineRequest } from './machine-request.ts';
import { isOrganizationAudience } from './organizations.ts';
import type { ProviderOptions } from './provider-options.ts';
import { claimOfSecret } from './secret-claim.ts';
import { noteToken, type Watchers } from './watch.ts';

/** Answers a request and says so, or leaves it untouched for the provider. */
export type MachineTokens = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

type Options = Watchers & { consoleApp: ConsoleApp | undefined; env: ProviderOptions['env'] };

/**
 * The token request that machines send thousands of times: client credentials by secret, for one API resource. It is
 * answered here as the provider would answer it, at less than half the cost. Whatever is not exactly that request, and
 * everything that must be refused, is the provider's.
 */
export const createMachineTokens = (
  tenant: Tenant,
  { keys, customizers }: OidcConfig,
  options: Options,
): MachineTokens => {
  // A script sees the provider's own token.
  if (customizers.clientCredentials) return async () => false;
  const sign = createTokenSigner(inOrderOfUse(keys)[0]);

  return async (request, response) => {
    const asked = await readMachineRequest(request);
    const token = asked && (await describeToken(tenant, asked, options.consoleApp));
    if (!token) return false;

    const { clientId, secret, scope, audience, ttl } = token;
    const issuedAt = Math.floor(Date.now() / 1000);
    const accessToken = await sign({
      ...claimOfSecret(options.env, { tenantId: tenant.id, audience, secret }),
      jti: generateState(tokenIdSize),
      sub: clientId,
      iat: issuedAt,
      exp: issuedAt + ttl,
      scope,
      client_id: clientId,
      iss: tenant.issuer,
      aud: audience,
    });
    noteToken(tenant.id, options, {
      grantType: 'client_credentials',
      tokenTypes: ['AccessToken'],
      ip: clientAddressOf(request),
      userAgent: request.headers['user-agent'] ?? '',
      applicationId: clientId,
      applicationSecret: { name: secret.name },
      scope,
    });
    send(response, { access_token: accessToken, expires_in: ttl, scope, token_type: 'Bearer' });
    return true;
  };
};

/** As random as the provider's. */
const tokenIdSize = 43;

/** The claims of the token if the request is valid and needs only the simplest rules. */
const describeToken = async (
  tenant: Tenant,
  { clientId, clientSecret, resource: indicator, scope }: MachineRequest,
  consoleApp: ConsoleApp | undefined,
) => {
  const application = await findClientApplication(tenant, clientId, consoleApp);
  if (!application || !isPlainMachine(application)) return undefined;
  const secret = findSecret(application, clientSecret);
  if (!secret) return undefined;
  if (indicator === organizationResource || isOrganizationAudience(indicator)) return undefined;
  const resource = await tenant.cached.resource(indicator);
  if (!resource) return undefined;
  const granted = (await tenant.cached.applicationScopes(clientId)).get(resource.id) ?? [];
  const scopes = [...new Set(scope?.split(' '))].filter(name => granted.includes(name));
  return {
    clientId,
    secret,
    scope: scopes.join(' '),
    audience: resource.indicator,
    ttl: resource.accessTokenTtl,
  };
};

/** One that authenticates by its secret and is held to nothing stricter. */
const isPlainMachine = ({ type, consentCeiling, customClientMetadata }: ClientApplication) => {
  const { jwks, securityProfile = 'Standard' } = customClientMetadata;
  return type === 'MachineToMachine' && !consentCeiling && !jwks && securityProfile === 'Standard';
};

const send = (response: ServerResponse, answer: object) => {
  const body = Buffer.from(JSON.stringify(answer));
  response.writeHead(200, {
    vary: 'Origin',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'WWW-Authenticate',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  });
  response.end(body);
};
