import { z } from 'zod';
import { defineConnector, text, textItem } from '../connector.ts';
import { discoveryAddress } from '../discovery.ts';
import { verifyIdToken } from '../id-token.ts';
import { logosOf } from '../logos.ts';
import { profileOfClaims } from './claims.ts';
import { promptOf, requireFresh } from './freshness.ts';
import {
  address,
  buildAuthorizationUri,
  challengeOf,
  clientConfig,
  clientItems,
  configuredClient,
  hasSecret,
  redeemCode,
  renewTokens,
  trustItem,
} from './oauth.ts';

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
      ...clientItems(t),
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
  config: z
    .strictObject({
      authorizationEndpoint: address,
      ...clientConfig,
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
    })
    .refine(hasSecret, { path: ['clientSecret'], error: 'validation.required' }),
  social: {
    verifies: { email: 'claim', phone: 'claim' },
    authorizationUri: (_, config, request) => {
      const optional = config.authRequestOptionalConfig ?? {};
      const usual = config.customConfig?.prompt ?? optional.prompt;
      return buildAuthorizationUri(config.authorizationEndpoint, request, {
        client_id: config.clientId,
        scope: withOpenid(config.scope),
        nonce: request.nonce,
        code_challenge: challengeOf(request.codeVerifier),
        code_challenge_method: 'S256',
        ...Object.fromEntries(Object.entries(optional).map(([name, value]) => [snakeOf(name), value])),
        ...config.customConfig,
        ...(request.isFresh ? { prompt: promptOf(config.authorizationEndpoint, request, usual) } : {}),
      });
    },
    async readAccount(outgoing, config, callback, request) {
      const client = await configuredClient(outgoing, config, { about: aboutOf(config), sign: request.sign });
      const tokens = await redeemCode(outgoing, client, callback, request);
      const { jwksUri, issuer } = config.idTokenVerificationConfig;
      const claims = await verifyIdToken(outgoing, tokens.idToken, {
        jwksUri,
        issuer,
        audience: config.clientId,
        nonce: request.nonce,
      });
      requireFresh(claims, request);
      return { ...profileOfClaims(claims), rawData: claims, tokens };
    },
    async renewTokens(outgoing, config, refreshToken, sign) {
      const client = await configuredClient(outgoing, config, { about: aboutOf(config), sign });
      return renewTokens(outgoing, client, refreshToken);
    },
  },
});

const aboutOf = ({
  idTokenVerificationConfig: { issuer },
}: {
  idTokenVerificationConfig: { issuer: string };
}) => discoveryAddress(issuer);

const withOpenid = (scope: string) => [...new Set(['openid', ...scope.split(/\s+/)])].join(' ').trim();

const snakeOf = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
