import type { FormItem } from '@gatehouse/contract/connectors.ts';
import { z } from 'zod';
import { textOf } from '../answers.ts';
import type { Client } from '../client-authentication.ts';
import { ConnectorError, defineConnector, type Factory, secretItem, text, textItem } from '../connector.ts';
import { verifyIdToken } from '../id-token.ts';
import { logosOf } from '../logos.ts';
import { profileOfClaims } from './claims.ts';
import { promptOf, refuseRemembered } from './freshness.ts';
import { buildAuthorizationUri, challengeOf, redeemCode, renewTokens } from './oauth.ts';

const authorizationEndpoint = 'https://accounts.google.com/o/oauth2/v2/auth';
const prompts = ['none', 'login', 'consent', 'select_account'] as const;
const keys = {
  issuer: ['https://accounts.google.com', 'accounts.google.com'],
  jwksUri: 'https://www.googleapis.com/oauth2/v3/certs',
};
const defaultScope = 'openid profile email';

const oneTapItem = (key: string, label: string, defaultValue = false): FormItem => ({
  type: 'Switch',
  key: `oneTap.${key}`,
  label,
  defaultValue,
  showConditions: [{ targetKey: 'oneTap.isEnabled', expectValue: true }],
});

export const google: Factory = defineConnector({
  metadata: t => ({
    id: 'google-universal',
    type: 'Social',
    target: 'google',
    platform: 'Universal',
    name: { en: 'Google' },
    description: { en: t('descriptions.account', { name: 'Google' }) },
    ...logosOf({ light: 'google', dark: 'google' }),
    readme: t('set_up.google'),
    formItems: [
      textItem('clientId', t('labels.client_id')),
      secretItem('clientSecret', t('labels.client_secret')),
      textItem('scope', t('labels.scope'), { required: false, placeholder: defaultScope }),
      {
        type: 'MultiSelect',
        key: 'prompts',
        label: t('labels.prompts'),
        description: t('help.prompts'),
        selectItems: prompts.map(value => ({ value, title: value })),
      },
      {
        type: 'Switch',
        key: 'offlineAccess',
        label: t('labels.offline_access'),
        description: t('help.offline_access'),
      },
      {
        type: 'Switch',
        key: 'oneTap.isEnabled',
        label: 'Google One Tap',
        description: t('help.one_tap'),
      },
      oneTapItem('autoSelect', t('labels.one_tap_auto_select')),
      oneTapItem('closeOnTapOutside', t('labels.one_tap_close'), true),
      oneTapItem('itpSupport', t('labels.one_tap_itp'), true),
    ],
    isTokenStorageSupported: true,
  }),
  config: z.strictObject({
    clientId: text,
    clientSecret: text,
    scope: z.string().max(1024).optional(),
    prompts: z.array(z.enum(prompts)).optional(),
    offlineAccess: z.boolean().optional(),
    oneTap: z
      .strictObject({
        isEnabled: z.boolean().optional(),
        autoSelect: z.boolean().optional(),
        closeOnTapOutside: z.boolean().optional(),
        itpSupport: z.boolean().optional(),
      })
      .optional(),
  }),
  social: {
    verifies: { email: 'claim', phone: 'never' },
    authorizationUri: (outgoing, config, request) =>
      buildAuthorizationUri(outgoing.addressOf(authorizationEndpoint), request, {
        client_id: config.clientId,
        scope: config.scope || defaultScope,
        nonce: request.nonce,
        code_challenge: challengeOf(request.codeVerifier),
        code_challenge_method: 'S256',
        prompt: promptOf(authorizationEndpoint, request, config.prompts?.join(' ')),
        access_type: config.offlineAccess ? 'offline' : undefined,
      }),
    async readAccount(outgoing, config, callback, request) {
      // One Tap brings the ID token itself, with the nonce that our page gave it. What another site brings has none of
      // ours, and must be fresh instead.
      const credential = textOf(callback.credential);
      if (credential) {
        if (!config.oneTap?.isEnabled) throw new ConnectorError('not_implemented', 'One Tap is off.');
        refuseRemembered(request);
        const claims = await verifyIdToken(outgoing, credential, {
          ...keys,
          audience: config.clientId,
          ...(request.isGivenElsewhere ? { maximumAge: '10 minutes' } : { nonce: request.nonce }),
        });
        return { ...profileOfClaims(claims), rawData: claims };
      }
      const tokens = await redeemCode(outgoing, clientOf(config), callback, request);
      const claims = await verifyIdToken(outgoing, tokens.idToken, {
        ...keys,
        audience: config.clientId,
        nonce: request.nonce,
      });
      return { ...profileOfClaims(claims), rawData: claims, tokens };
    },
    renewTokens: (outgoing, config, refreshToken) => renewTokens(outgoing, clientOf(config), refreshToken),
  },
});

const clientOf = ({ clientId, clientSecret }: Omit<Client, 'endpoint'>): Client => ({
  endpoint: 'https://oauth2.googleapis.com/token',
  clientId,
  clientSecret,
});
