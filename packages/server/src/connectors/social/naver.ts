import { idOf, objectOf, textOf } from '../answers.ts';
import { oauthConnector } from './oauth.ts';

/** Naver does not say whether an address was confirmed: it is not taken over. */
export const naver = oauthConnector({
  target: 'naver',
  name: 'Naver',
  setUp: 'set_up.naver',
  authorizationEndpoint: 'https://nid.naver.com/oauth2.0/authorize',
  tokenEndpoint: 'https://nid.naver.com/oauth2.0/token',
  scope: '',
  async readProfile({ get }) {
    const answer = await get('https://openapi.naver.com/v1/nid/me');
    const user = objectOf(answer.response);
    return {
      profile: {
        id: idOf(user.id),
        name: textOf(user.name) ?? textOf(user.nickname),
        avatar: textOf(user.profile_image),
      },
      rawData: answer,
    };
  },
});
