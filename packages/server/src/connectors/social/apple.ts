import { z } from 'zod';
import { isObject, textOf } from '../answers.ts';
import { ConnectorError, defineConnector, text, textItem } from '../connector.ts';
import { verifyIdToken } from '../id-token.ts';
import { logosOf } from '../logos.ts';
import { profileOfClaims } from './claims.ts';
import { buildAuthorizationUri, codeOf } from './oauth.ts';

/** Apple sends its answer as a form, with the ID token in it and, the first time only, the name. */
export const apple = defineConnector({
  metadata: t => ({
    id: 'apple-universal',
    type: 'Social',
    target: 'apple',
    platform: 'Universal',
    name: { en: 'Apple' },
    description: { en: t('descriptions.account', { name: 'Apple' }) },
    ...logosOf({ light: 'apple', dark: 'apple-dark' }),
    readme: t('set_up.apple'),
    formItems: [
      textItem('clientId', t('labels.services_id'), { placeholder: 'com.example.sign-in' }),
      textItem('scope', t('labels.scope'), { required: false, placeholder: 'name email' }),
    ],
  }),
  config: z.strictObject({ clientId: text, scope: z.string().max(1024).optional() }),
  social: {
    verifies: { email: 'claim', phone: 'never' },
    authorizationUri: (outgoing, { clientId, scope }, request) =>
      buildAuthorizationUri(outgoing.addressOf('https://appleid.apple.com/auth/authorize'), request, {
        client_id: clientId,
        scope: scope || 'name email',
        nonce: request.nonce,
        response_type: 'code id_token',
        response_mode: 'form_post',
      }),
    async readAccount(outgoing, { clientId }, callback, request) {
      codeOf(callback);
      const claims = await verifyIdToken(outgoing, textOf(callback.id_token), {
        issuer: 'https://appleid.apple.com',
        jwksUri: 'https://appleid.apple.com/auth/keys',
        audience: clientId,
        nonce: request.nonce,
      });
      return { ...profileOfClaims(claims), name: nameOf(callback.user), rawData: claims };
    },
  },
});

const nameOf = (user: unknown): string | undefined => {
  if (user === undefined) return undefined;
  const { name } = parse(user);
  if (!isObject(name)) return undefined;
  return [name.firstName, name.lastName].flatMap(part => textOf(part) ?? []).join(' ') || undefined;
};

const parse = (user: unknown) => {
  try {
    const parsed: unknown = typeof user === 'string' ? JSON.parse(user) : user;
    return isObject(parsed) ? parsed : {};
  } catch (error) {
    throw new ConnectorError('invalid_response', 'Apple sent a name that cannot be read.', { cause: error });
  }
};
