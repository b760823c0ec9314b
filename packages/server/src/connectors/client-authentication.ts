import { randomUUID } from 'node:crypto';
import type { ClientAuthentication } from '@gatehouse/contract/sso-connectors.ts';
import { ConnectorError, type Sign } from './connector.ts';

/** Our client credentials at a provider, and its token endpoint. */
export type Client = {
  endpoint: string;
  clientId: string;
  clientSecret?: string;
  authentication?: ClientAuthentication;
  /** For `private_key_jwt`. */
  sign?: Sign;
};

const assertionLifeSeconds = 60;

/** Adds client authentication to a token request (OpenID Connect Core, section 9). */
export const authenticate = async ({
  endpoint,
  clientId,
  clientSecret = '',
  authentication = 'client_secret_post',
  sign,
}: Client): Promise<{ headers?: Record<string, string>; body?: Record<string, string> }> => {
  if (authentication === 'client_secret_basic') {
    const encoded = [clientId, clientSecret].map(encodeURIComponent).join(':');
    return { headers: { authorization: `Basic ${btoa(encoded)}` } };
  }
  if (authentication === 'client_secret_post') return { body: { client_secret: clientSecret } };
  if (!sign) throw new ConnectorError('invalid_config', 'private_key_jwt is not possible here.');
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: clientId, sub: clientId, aud: endpoint, jti: randomUUID(), iat: now };
  return {
    body: {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await sign({ ...claims, exp: now + assertionLifeSeconds }),
    },
  };
};

/** In the order of what most providers can do. One that announces nothing takes a secret in the header (Discovery, section 3). */
const preferred = ['client_secret_post', 'client_secret_basic', 'private_key_jwt'] as const;

export const chooseAuthentication = (announced: unknown): ClientAuthentication => {
  if (!Array.isArray(announced)) return 'client_secret_basic';
  const found = preferred.find(method => announced.includes(method));
  if (found) return found;
  throw new ConnectorError(
    'invalid_metadata',
    `The provider wants ${announced.join(', ')} from its clients.`,
  );
};
