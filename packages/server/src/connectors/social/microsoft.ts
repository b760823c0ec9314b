import { z } from 'zod';
import { idOf, textOf } from '../answers.ts';
import { defineConnector, secretItem, selectItem, text, textItem } from '../connector.ts';
import { logosOf } from '../logos.ts';
import { promptOf } from './freshness.ts';
import { buildAuthorizationUri, challengeOf, readWithToken, redeemCode } from './oauth.ts';

const clouds = [
  'https://login.microsoftonline.com',
  'https://login.microsoftonline.us',
  'https://login.partner.microsoftonline.cn',
] as const;
const prompts = ['login', 'none', 'consent', 'select_account'] as const;
/**
 * Directories in which anyone can create an account with any address. The last one is the directory of all personal
 * accounts, by its ID.
 */
const sharedDirectories = ['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad'];

export const microsoft = defineConnector({
  metadata: t => ({
    id: 'azuread-universal',
    type: 'Social',
    target: 'azuread',
    platform: 'Universal',
    name: { en: 'Microsoft' },
    description: { en: t('descriptions.microsoft') },
    ...logosOf({ light: 'microsoft', dark: 'microsoft' }),
    readme: t('set_up.azuread'),
    formItems: [
      textItem('clientId', t('labels.client_id')),
      secretItem('clientSecret', t('labels.client_secret')),
      selectItem('cloudInstance', t('labels.cloud'), clouds, { required: true, defaultValue: clouds[0] }),
      textItem('tenantId', t('labels.directory_id'), { placeholder: 'common' }),
      textItem('scopes', t('labels.scope'), { required: false, placeholder: 'User.Read' }),
      {
        type: 'MultiSelect',
        key: 'prompts',
        label: t('labels.prompts'),
        selectItems: prompts.map(value => ({ value, title: value })),
      },
    ],
  }),
  config: z.strictObject({
    clientId: text,
    clientSecret: text,
    cloudInstance: z.enum(clouds),
    tenantId: text.regex(/^[\w.-]+$/),
    scopes: z.string().max(1024).optional(),
    prompts: z.array(z.enum(prompts)).optional(),
  }),
  social: {
    // Microsoft verifies no address; the administrators of one directory answer for those in it.
    verifies: { email: 'claim', phone: 'never' },
    authorizationUri: (outgoing, config, request) =>
      buildAuthorizationUri(outgoing.addressOf(endpointOf(config, 'authorize')), request, {
        client_id: config.clientId,
        scope: config.scopes || 'User.Read',
        prompt: promptOf(endpointOf(config, 'authorize'), request, config.prompts?.join(' ')),
        code_challenge: challengeOf(request.codeVerifier),
        code_challenge_method: 'S256',
      }),
    async readAccount(outgoing, config, callback, request) {
      const { clientId, clientSecret, scopes } = config;
      const client = { endpoint: endpointOf(config, 'token'), clientId, clientSecret };
      const tokens = await redeemCode(outgoing, client, callback, request, { scope: scopes || 'User.Read' });
      const user = await readWithToken(outgoing, 'https://graph.microsoft.com/v1.0/me', tokens.accessToken);
      const isOwnDirectory = !sharedDirectories.includes(config.tenantId.toLowerCase());
      return {
        id: idOf(user.id),
        name: textOf(user.displayName),
        email: textOf(user.mail),
        isEmailVerified: isOwnDirectory,
        rawData: user,
        tokens,
      };
    },
  },
});

const endpointOf = (
  { cloudInstance, tenantId }: { cloudInstance: string; tenantId: string },
  name: 'authorize' | 'token',
) => `${cloudInstance}/${tenantId}/oauth2/v2.0/${name}`;
