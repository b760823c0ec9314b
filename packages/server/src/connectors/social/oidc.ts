import { z } from 'zod';
import { defineConnector, secretItem, selectItem, text, textItem } from '../connector.ts';
import { verifyIdToken } from '../id-token.ts';
import { profileOfClaims } from './claims.ts';
import {
  buildAuthorizationUri,
  challengeOf,
  configuredClient,
  logosOf,
  redeemCode,
  renewTokens,
  trustItem,
} from './oauth.ts';

const authentications = ['client_secret_post', 'client_secret_basic'] as const;
const address = z.url({ protocol: /^https?$/ }).max(2048);

/** Any provider that speaks OpenID Connect. */
export const oidc = defineConnector({
  metadata: t => ({
    id: 'oidc',
    type: 'Social',
    target: 'oidc',
    platform: 'Universal',
    name: { en: 'OpenID Connect' },
    description: { en: t('descriptions.oidc') },
    ...logosOf({ light: 'openid', dark: 'openid' }),
    readme: t('set_up.oidc'),
    formItems: [
      textItem('authorizationEndpoint', t('labels.authorization_endpoint')),
      textItem('tokenEndpoint', t('labels.token_endpoint')),
      textItem('clientId', t('labels.client_id')),
      secretItem('clientSecret', t('labels.client_secret')),
      selectItem('tokenEndpointAuthMethod', t('labels.client_authentication'), authentications, {
        defaultValue: authentications[0],
      }),
      textItem('scope', t('labels.scope'), { defaultValue: 'openid profile email' }),
      textItem('idTokenVerificationConfig.issuer', t('labels.issuer'), {
        placeholder: 'https://id.example.com',
      }),
      textItem('idTokenVerificationConfig.jwksUri', t('labels.jwks_uri'), {
        placeholder: 'https://id.example.com/jwks',
      }),
      trustItem(t, 'Email'),
      trustItem(t, 'Phone'),
      { type: 'Json', key: 'authRequestOptionalConfig', label: t('labels.optional_parameters') },
      { type: 'Json', key: 'customConfig', label: t('labels.more_parameters') },
    ],
    isStandard: true,
    isTokenStorageSupported: true,
  }),
  config: z.strictObject({
    authorizationEndpoint: address,
    tokenEndpoint: address,
    clientId: text,
    clientSecret: text,
    tokenEndpointAuthMethod: z.enum(authentications).optional(),
    scope: z.string().max(1024),
    idTokenVerificationConfig: z.looseObject({ jwksUri: address, issuer: text }),
    trustUnverifiedEmail: z.boolean().optional(),
    trustUnverifiedPhone: z.boolean().optional(),
    acceptStringTypedBooleanClaims: z.boolean().optional(),
    authRequestOptionalConfig: z
      .strictObject({
        responseMode: z.string().optional(),
        display: z.string().optional(),
        prompt: z.string().optional(),
        maxAge: z.string().optional(),
        uiLocales: z.string().optional(),
        idTokenHint: z.string().optional(),
        loginHint: z.string().optional(),
        acrValues: z.string().optional(),
      })
      .optional(),
    customConfig: z.record(z.string(), z.string().max(1024)).optional(),
  }),
  social: {
    verifies: { email: 'claim', phone: 'claim' },
    authorizationUri: (_, config, request) => {
      const optional = config.authRequestOptionalConfig ?? {};
      return buildAuthorizationUri(config.authorizationEndpoint, request, {
        client_id: config.clientId,
        scope: withOpenid(config.scope),
        nonce: request.nonce,
        code_challenge: challengeOf(request.codeVerifier),
        code_challenge_method: 'S256',
        ...Object.fromEntries(Object.entries(optional).map(([name, value]) => [snakeOf(name), value])),
        ...config.customConfig,
      });
    },
    async readAccount(outgoing, config, callback, request) {
      const tokens = await redeemCode(outgoing, configuredClient(config), callback, request);
      const { jwksUri, issuer } = config.idTokenVerificationConfig;
      const claims = await verifyIdToken(outgoing, tokens.idToken, {
        jwksUri,
        issuer,
        audience: config.clientId,
        nonce: request.nonce,
      });
      return { ...profileOfClaims(claims), rawData: claims, tokens };
    },
    renewTokens: (outgoing, config, refreshToken) =>
      renewTokens(outgoing, configuredClient(config), refreshToken),
  },
});

const withOpenid = (scope: string) => [...new Set(['openid', ...scope.split(/\s+/)])].join(' ').trim();

const snakeOf = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
