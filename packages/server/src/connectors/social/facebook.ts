import { idOf, objectOf, textOf } from '../answers.ts';
import { oauthConnector } from './oauth.ts';

export const facebook = oauthConnector({
  target: 'facebook',
  name: 'Facebook',
  setUp: 'set_up.facebook',
  labels: { clientId: 'labels.app_id', clientSecret: 'labels.app_secret' },
  authorizationEndpoint: 'https://www.facebook.com/v21.0/dialog/oauth',
  tokenEndpoint: 'https://graph.facebook.com/v21.0/oauth/access_token',
  scope: 'email public_profile',
  // The documentation promises an address that is valid, not that its owner has confirmed it.
  verifies: { email: 'never', phone: 'never' },
  keepsTokens: true,
  async readProfile({ get }) {
    const user = await get('https://graph.facebook.com/v21.0/me?fields=id,name,email,picture');
    const picture = objectOf(objectOf(user.picture).data);
    return {
      profile: {
        id: idOf(user.id),
        name: textOf(user.name),
        email: textOf(user.email),
        avatar: textOf(picture.url),
      },
      rawData: user,
    };
  },
});
