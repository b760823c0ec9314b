import { z } from 'zod';
import { idOf, isObject, type JsonObject, textOf } from '../answers.ts';
import { defineConnector, textItem } from '../connector.ts';
import { logosOf } from '../logos.ts';
import { digitsOf, flagsOf } from './claims.ts';
import {
  address,
  buildAuthorizationUri,
  challengeOf,
  clientConfig,
  clientItems,
  configuredClient,
  hasSecret,
  readWithToken,
  redeemCode,
  renewTokens,
  trustItem,
} from './oauth.ts';

const profileNames = ['id', 'name', 'email', 'phone', 'avatar'] as const;
type ProfileMap = Partial<Record<(typeof profileNames)[number], string>>;

/** Any provider that speaks OAuth 2: its owner says where it is, and what in its answer is what. */
export const oauth2 = defineConnector({
  metadata: t => ({
    id: 'oauth2',
    type: 'Social',
    target: 'oauth2',
    platform: 'Universal',
    name: { en: 'OAuth 2' },
    description: { en: t('descriptions.oauth2') },
    ...logosOf({ light: 'oauth2', dark: 'oauth2' }),
    readme: t('set_up.oauth2'),
    formItems: [
      textItem('authorizationEndpoint', t('labels.authorization_endpoint')),
      textItem('tokenEndpoint', t('labels.token_endpoint')),
      textItem('userInfoEndpoint', t('labels.user_info_endpoint')),
      ...clientItems(t),
      textItem('scope', t('labels.scope'), { required: false }),
      ...profileNames.map(name =>
        textItem(`profileMap.${name}`, t(`labels.field_${name}`), {
          required: name === 'id',
          defaultValue: name,
        }),
      ),
      trustItem(t, 'Email'),
      trustItem(t, 'Phone'),
      { type: 'Json', key: 'customConfig', label: t('labels.more_parameters') },
    ],
    isStandard: true,
    isTokenStorageSupported: true,
  }),
  config: z
    .strictObject({
      authorizationEndpoint: address,
      userInfoEndpoint: address,
      ...clientConfig,
      tokenEndpointResponseType: z.enum(['query-string', 'json']).optional(),
      scope: z.string().max(1024).optional(),
      profileMap: z.partialRecord(z.enum(profileNames), z.string().max(256)).optional(),
      trustUnverifiedEmail: z.boolean().optional(),
      trustUnverifiedPhone: z.boolean().optional(),
      customConfig: z.record(z.string(), z.string().max(1024)).optional(),
    })
    .refine(hasSecret, { path: ['clientSecret'], error: 'validation.required' }),
  social: {
    verifies: { email: 'claim', phone: 'claim' },
    authorizationUri: (_, config, request) =>
      buildAuthorizationUri(config.authorizationEndpoint, request, {
        client_id: config.clientId,
        scope: config.scope,
        code_challenge: challengeOf(request.codeVerifier),
        code_challenge_method: 'S256',
        ...config.customConfig,
      }),
    async readAccount(outgoing, config, callback, request) {
      const client = await configuredClient(outgoing, config, { about: aboutOf(config), sign: request.sign });
      const tokens = await redeemCode(outgoing, client, callback, request);
      const user = await readWithToken(outgoing, config.userInfoEndpoint, tokens.accessToken);
      return { ...readProfile(user, config.profileMap ?? {}), rawData: user, tokens };
    },
    async renewTokens(outgoing, config, refreshToken, sign) {
      const client = await configuredClient(outgoing, config, { about: aboutOf(config), sign });
      return renewTokens(outgoing, client, refreshToken);
    },
  },
});

/** RFC 8414, section 3. */
const aboutOf = ({ tokenEndpoint }: { tokenEndpoint: string }) =>
  `${new URL(tokenEndpoint).origin}/.well-known/oauth-authorization-server`;

const readProfile = (user: JsonObject, map: ProfileMap) => {
  const find = (name: (typeof profileNames)[number]) => valueAt(user, map[name] ?? name);
  return {
    id: idOf(find('id')),
    name: textOf(find('name')),
    email: textOf(find('email')),
    phone: digitsOf(find('phone')),
    avatar: textOf(find('avatar')),
    ...flagsOf(user),
  };
};

/** `profile.image.url` leads into nested objects. */
const valueAt = (object: JsonObject, path: string) =>
  path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), object);
