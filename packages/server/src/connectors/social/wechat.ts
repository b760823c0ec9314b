import { z } from 'zod';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { idOf, type JsonObject, readAnswer, requireSuccess, textOf } from '../answers.ts';
import { ConnectorError, defineConnector, secretItem, text, textItem } from '../connector.ts';
import { logosOf } from '../logos.ts';
import { verifiesNothing } from '../vouching.ts';
import { buildAuthorizationUri, codeOf, tokensOf } from './oauth.ts';

/** WeChat has its own names for everything, and says what is wrong with status 200. */
export const wechat = defineConnector({
  metadata: t => ({
    id: 'wechat-web',
    type: 'Social',
    target: 'wechat',
    platform: 'Web',
    name: { en: 'WeChat' },
    description: { en: t('descriptions.wechat') },
    ...logosOf({ light: 'wechat', dark: 'wechat' }),
    readme: t('set_up.wechat'),
    formItems: [
      textItem('appId', 'AppID'),
      secretItem('appSecret', 'AppSecret'),
      textItem('scope', t('labels.scope'), { required: false, placeholder: 'snsapi_login' }),
    ],
  }),
  config: z.strictObject({ appId: text, appSecret: text, scope: z.string().max(1024).optional() }),
  social: {
    verifies: verifiesNothing,
    authorizationUri: (outgoing, { appId, scope }, request) =>
      buildAuthorizationUri(outgoing.addressOf('https://open.weixin.qq.com/connect/qrconnect'), request, {
        appid: appId,
        scope: scope || 'snsapi_login',
      }),
    async readAccount(outgoing, { appId, appSecret }, callback) {
      const query = { appid: appId, secret: appSecret, code: codeOf(callback) };
      const { response, answer } = await ask(outgoing, 'oauth2/access_token', {
        ...query,
        grant_type: 'authorization_code',
      });
      const tokens = tokensOf(response, answer);
      const { answer: user } = await ask(outgoing, 'userinfo', {
        access_token: tokens.accessToken,
        openid: textOf(answer.openid) ?? '',
      });
      if (user.errcode) throw new ConnectorError('social_invalid_access_token', textOf(user.errmsg) ?? '');
      return {
        // One person has one union id in all apps of a developer.
        id: idOf(textOf(user.unionid) ?? user.openid),
        name: textOf(user.nickname),
        avatar: textOf(user.headimgurl),
        rawData: user,
        tokens,
      };
    },
  },
});

const ask = async (
  outgoing: Outgoing,
  name: string,
  query: Record<string, string>,
): Promise<{ response: Response; answer: JsonObject }> => {
  const url = `https://api.weixin.qq.com/sns/${name}?${new URLSearchParams(query)}`;
  const response = await outgoing.fetch(url);
  const answer = await readAnswer(response);
  requireSuccess(response, answer);
  return { response, answer };
};
