import { idOf, isTrue, objectOf, textOf } from '../answers.ts';
import { oauthConnector } from './oauth.ts';

export const kakao = oauthConnector({
  target: 'kakao',
  name: 'Kakao',
  setUp: 'set_up.kakao',
  labels: { clientId: 'labels.rest_api_key', clientSecret: 'labels.client_secret' },
  authorizationEndpoint: 'https://kauth.kakao.com/oauth/authorize',
  tokenEndpoint: 'https://kauth.kakao.com/oauth/token',
  scope: '',
  verifies: { email: 'claim', phone: 'never' },
  async readProfile({ get }) {
    const user = await get('https://kapi.kakao.com/v2/user/me');
    const account = objectOf(user.kakao_account);
    const profile = objectOf(account.profile);
    return {
      profile: {
        id: idOf(user.id),
        name: textOf(profile.nickname),
        email: textOf(account.email),
        isEmailVerified: isTrue(account.is_email_valid) && isTrue(account.is_email_verified),
        avatar: textOf(profile.profile_image_url),
      },
      rawData: user,
    };
  },
});
