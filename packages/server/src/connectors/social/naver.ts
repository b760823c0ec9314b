import { idOf, objectOf, textOf } from '../answers.ts';
import { oauthConnector } from './oauth.ts';

export const naver = oauthConnector({
  target: 'naver',
  name: 'Naver',
  setUp: 'set_up.naver',
  authorizationEndpoint: 'https://nid.naver.com/oauth2.0/authorize',
  tokenEndpoint: 'https://nid.naver.com/oauth2.0/token',
  scope: '',
  // The documentation calls it a contact address, which users can change without confirming it.
  verifies: { email: 'never', phone: 'never' },
  async readProfile({ get }) {
    const answer = await get('https://openapi.naver.com/v1/nid/me');
    const user = objectOf(answer.response);
    return {
      profile: {
        id: idOf(user.id),
        name: textOf(user.name) ?? textOf(user.nickname),
        email: textOf(user.email),
        avatar: textOf(user.profile_image),
      },
      rawData: answer,
    };
  },
});
