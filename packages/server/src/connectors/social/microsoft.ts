import { z } from 'zod';
import { idOf, textOf } from '../answers.ts';
import { defineConnector, secretItem, selectItem, text, textItem } from '../connector.ts';
import { buildAuthorizationUri, challengeOf, logosOf, readWithToken, redeemCode } from './oauth.ts';

const clouds = [
  'https://login.microsoftonline.com',
  'https://login.microsoftonline.us',
  'https://login.partner.microsoftonline.cn',
] as const;
const prompts = ['login', 'none', 'consent', 'select_account'] as const;
/** Directories in which anybody can have an account, under any address that they write there. */
const sharedDirectories = ['common', 'organizations', 'consumers'];

export const microsoft = defineConnector({
  metadata: {
    id: 'azuread-universal',
    type: 'Social',
    target: 'azuread',
    platform: 'Universal',
    name: { en: 'Microsoft' },
    description: { en: 'Sign in with an account of Microsoft or of a Microsoft Entra directory.' },
    ...logosOf({ light: 'microsoft', dark: 'microsoft' }),
    readme:
      'Register an application in the Microsoft Entra admin center and add the callback URI shown here as a redirect URI of the type “Web”. Copy the application (client) ID, make a client secret, and name the directory: its ID, or common, organizations or consumers. E-mail addresses are taken over only from a directory of your own.',
    formItems: [
      textItem('clientId', 'Client ID'),
      secretItem('clientSecret', 'Client secret'),
      selectItem('cloudInstance', 'Cloud', clouds, { required: true, defaultValue: clouds[0] }),
      textItem('tenantId', 'Directory (tenant) ID', { placeholder: 'common' }),
      textItem('scopes', 'Scope', { required: false, placeholder: 'User.Read' }),
      {
        type: 'MultiSelect',
        key: 'prompts',
        label: 'Prompts',
        selectItems: prompts.map(value => ({ value, title: value })),
      },
    ],
  },
  config: z.strictObject({
    clientId: text,
    clientSecret: text,
    cloudInstance: z.enum(clouds),
    tenantId: text.regex(/^[\w.-]+$/),
    scopes: z.string().max(1024).optional(),
    prompts: z.array(z.enum(prompts)).optional(),
  }),
  social: {
    authorizationUri: (outgoing, config, request) =>
      buildAuthorizationUri(outgoing.addressOf(endpointOf(config, 'authorize')), request, {
        client_id: config.clientId,
        scope: config.scopes || 'User.Read',
        prompt: config.prompts?.join(' '),
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
        email: isOwnDirectory ? textOf(user.mail) : undefined,
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
