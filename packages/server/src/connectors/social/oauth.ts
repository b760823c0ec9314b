import { createHash } from 'node:crypto';
import type { FormItem } from '@gatehouse/contract/connectors.ts';
import {
  type ClientAuthentication,
  clientAuthentication,
  clientAuthentications,
} from '@gatehouse/contract/sso-connectors.ts';
import { z } from 'zod';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { type JsonObject, messageOf, readAnswer, requireSuccess, textOf } from '../answers.ts';
import { authenticate, type Client } from '../client-authentication.ts';
import {
  type AuthorizationRequest,
  type Callback,
  ConnectorError,
  defineConnector,
  type Factory,
  type Sign,
  secretItem,
  selectItem,
  type TokenSet,
  text,
  textItem,
} from '../connector.ts';
import { announcedAuthentication } from '../discovery.ts';
import { logosOf } from '../logos.ts';
import type { Verifies } from '../vouching.ts';
import type { ConnectorWord, ConnectorWords } from '../words.ts';
import type { Profile } from './profile.ts';

/** The code flow of OAuth 2 (RFC 6749, section 4.1), as far as providers agree on it. */
export const buildAuthorizationUri = (
  endpoint: string,
  { state, redirectUri }: AuthorizationRequest,
  parameters: Record<string, string | undefined>,
) => {
  const address = new URL(endpoint);
  const given = { response_type: 'code', redirect_uri: redirectUri, state, ...parameters };
  for (const [name, value] of Object.entries(given)) if (value) address.searchParams.set(name, value);
  return address.href;
};

export const challengeOf = (codeVerifier: string) =>
  createHash('sha256').update(codeVerifier).digest('base64url');

/** The code that the provider sent back, or why it sent none. */
export const codeOf = ({ code, error, error_description: description }: Callback): string => {
  if (error) {
    const said = textOf(description) ?? `${error}`;
    throw new ConnectorError('authorization_failed', said);
  }
  const value = textOf(code);
  if (!value) throw new ConnectorError('insufficient_request_parameters', 'The provider sent no code.');
  return value;
};

/** The code that the provider sent back, for tokens. */
export const redeemCode = (
  outgoing: Outgoing,
  client: Client,
  callback: Callback,
  { redirectUri, codeVerifier }: Partial<AuthorizationRequest>,
  parameters: Record<string, string> = {},
) =>
  requestTokens(outgoing, client, {
    grant_type: 'authorization_code',
    code: codeOf(callback),
    ...(redirectUri ? { redirect_uri: redirectUri } : {}),
    ...(codeVerifier ? { code_verifier: codeVerifier } : {}),
    ...parameters,
  });

/** Exchanges old tokens for new ones. If the provider returns no new refresh token, the old one stays in use. */
export const renewTokens = async (outgoing: Outgoing, client: Client, refreshToken: string) => {
  const tokens = await requestTokens(outgoing, client, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
};

/** Requests tokens. If the provider refuses the code, the user has to try again. */
const requestTokens = async (
  outgoing: Outgoing,
  client: Client,
  parameters: Record<string, string>,
): Promise<TokenSet> => {
  const { headers, body } = await authenticate(client);
  const response = await outgoing.fetch(client.endpoint, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ ...parameters, client_id: client.clientId, ...body }),
  });
  return tokensOf(response, await readAnswer(response));
};

export const tokensOf = (response: Response, answer: JsonObject): TokenSet => {
  const isRefused = response.status < 500 && response.status !== 429 && !textOf(answer.access_token);
  if (isRefused) {
    const message = messageOf(answer) ?? 'The provider gave no token.';
    const isOurFault = answer.error === 'invalid_client' || answer.error === 'unauthorized_client';
    throw new ConnectorError(isOurFault ? 'authorization_failed' : 'social_auth_code_invalid', message);
  }
  requireSuccess(response, answer);
  const seconds = Number(answer.expires_in);
  return {
    accessToken: textOf(answer.access_token) ?? '',
    refreshToken: textOf(answer.refresh_token),
    idToken: textOf(answer.id_token),
    scope: textOf(answer.scope),
    tokenType: textOf(answer.token_type),
    ...(seconds > 0 ? { expiresAt: Date.now() + seconds * 1000 } : {}),
  };
};

/** Reads something on behalf of a user. */
export const readWithToken = async (
  outgoing: Outgoing,
  url: string,
  accessToken: string,
  headers: Record<string, string> = {},
): Promise<JsonObject> => {
  const response = await outgoing.fetch(url, {
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
  });
  const answer = await readAnswer(response);
  if (response.status === 401)
    throw new ConnectorError('social_invalid_access_token', messageOf(answer) ?? 'The token was refused.');
  requireSuccess(response, answer);
  return answer;
};

export const address = z.url({ protocol: /^https?$/ }).max(2048);

const plainConfig = z.strictObject({
  clientId: text,
  clientSecret: text,
  scope: z.string().max(1024).optional(),
  trustUnverifiedEmail: z.boolean().optional(),
});
type PlainConfig = z.infer<typeof plainConfig>;

/** For connectors whose owners say where the provider is. */
export const clientConfig = {
  tokenEndpoint: address,
  clientId: text,
  clientSecret: z.string().max(4096).optional(),
  tokenEndpointAuthMethod: clientAuthentication.or(z.literal('')).optional(),
};
type ClientConfig = z.infer<z.ZodObject<typeof clientConfig>>;

/** For a refinement: only who signs needs no secret. */
export const hasSecret = ({ clientSecret, tokenEndpointAuthMethod }: ClientConfig) =>
  Boolean(clientSecret) || tokenEndpointAuthMethod === 'private_key_jwt';

export const clientItems = (t: ConnectorWords): FormItem[] => [
  textItem('clientId', t('labels.client_id')),
  secretItem('clientSecret', t('labels.client_secret'), { required: false }),
  selectItem('tokenEndpointAuthMethod', t('labels.client_authentication'), clientAuthentications, {
    description: t('help.client_authentication'),
  }),
];

/** `about` is where the provider may say how its clients authenticate. */
export const configuredClient = async (
  outgoing: Outgoing,
  { tokenEndpoint, clientId, clientSecret, tokenEndpointAuthMethod }: ClientConfig,
  { about, sign }: { about: string; sign?: Sign },
): Promise<Client> => ({
  endpoint: tokenEndpoint,
  clientId,
  clientSecret,
  authentication: tokenEndpointAuthMethod || (await announcedAuthentication(outgoing, about)),
  sign,
});

type Reader = {
  get(url: string, headers?: Record<string, string>): Promise<JsonObject>;
  config: PlainConfig;
};

type OAuthProvider = {
  /** The connector's id is `{target}-{platform}`. */
  target: string;
  name: string;
  /** The file of the logo, for pages in light and in dark colors. */
  logo?: { light: string; dark: string };
  setUp: ConnectorWord;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  scope: string;
  authentication?: ClientAuthentication;
  usesPkce?: boolean;
  parameters?: Record<string, string>;
  keepsTokens?: boolean;
  platform?: 'Universal' | 'Web';
  labels?: { clientId: ConnectorWord; clientSecret: ConnectorWord };
  /** According to the provider's own documentation. */
  verifies: Verifies;
  readProfile(reader: Reader): Promise<{ profile: Profile; rawData: JsonObject }>;
};

/** A provider whose differences from the others fit into a table. */
export const oauthConnector = (provider: OAuthProvider): Factory =>
  defineConnector({
    metadata: t => metadataOf(provider, t),
    config: plainConfig,
    social: {
      verifies: provider.verifies,
      authorizationUri: (outgoing, { clientId, scope }, request) =>
        buildAuthorizationUri(outgoing.addressOf(provider.authorizationEndpoint), request, {
          client_id: clientId,
          scope: scope || provider.scope,
          ...(provider.usesPkce
            ? { code_challenge: challengeOf(request.codeVerifier), code_challenge_method: 'S256' }
            : {}),
          ...provider.parameters,
        }),
      async readAccount(outgoing, config, callback, request) {
        const { redirectUri, codeVerifier } = request;
        const tokens = await redeemCode(outgoing, clientOf(provider, config), callback, {
          redirectUri,
          ...(provider.usesPkce ? { codeVerifier } : {}),
        });
        const { profile, rawData } = await provider.readProfile({
          get: (url, headers) => readWithToken(outgoing, url, tokens.accessToken, headers),
          config,
        });
        return { ...profile, rawData, tokens };
      },
      renewTokens: (outgoing, config, refreshToken) =>
        renewTokens(outgoing, clientOf(provider, config), refreshToken),
    },
  });

const clientOf = (
  { tokenEndpoint, authentication }: OAuthProvider,
  { clientId, clientSecret }: PlainConfig,
): Client => ({ endpoint: tokenEndpoint, clientId, clientSecret, authentication });

const metadataOf = (
  { target, name, logo, setUp, labels, scope, platform = 'Universal', keepsTokens, verifies }: OAuthProvider,
  t: ConnectorWords,
): Factory['metadata'] => ({
  id: `${target}-${platform.toLowerCase()}`,
  type: 'Social',
  target,
  platform,
  name: { en: name },
  description: { en: t('descriptions.account', { name }) },
  ...logosOf(logo ?? { light: target, dark: target }),
  readme: t(setUp),
  formItems: [
    textItem('clientId', t(labels?.clientId ?? 'labels.client_id')),
    secretItem('clientSecret', t(labels?.clientSecret ?? 'labels.client_secret')),
    textItem('scope', t('labels.scope'), {
      required: false,
      placeholder: scope,
      description: t('help.scope'),
    }),
    ...(verifies.email === 'never' ? [trustItem(t, 'Email')] : []),
  ],
  ...(keepsTokens ? { isTokenStorageSupported: true } : {}),
});

/**
 * The switch that makes a connector believe what its provider has not verified; off unless an administrator turns it
 * on.
 */
export const trustItem = (t: ConnectorWords, kind: 'Email' | 'Phone'): FormItem => ({
  type: 'Switch',
  key: `trustUnverified${kind}`,
  label: t(kind === 'Email' ? 'labels.trust_unverified_email' : 'labels.trust_unverified_phone'),
  description: t(kind === 'Email' ? 'help.trust_unverified_email' : 'help.trust_unverified_phone'),
});
