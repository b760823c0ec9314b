/** One account as each provider describes it, in the provider's own format. The token endpoint comes first. */
export type ProviderCase = {
  id: string;
  token: string;
  profiles: Record<string, unknown>;
  account: { id: string; name?: string; email?: string; avatar?: string };
};

const picture = 'https://pictures.example/ada.png';
const claims = { sub: '42', name: 'Ada', email: 'ada@example.com', email_verified: true, picture };
const ofClaims = { id: '42', name: 'Ada', email: 'ada@example.com', avatar: picture };

/** Providers of the plain code flow. Those with ID tokens have their own tests. */
export const plainProviders: readonly ProviderCase[] = [
  {
    id: 'github-universal',
    token: 'github.com/login/oauth/access_token',
    profiles: {
      'api.github.com/user': { id: 42, login: 'ada', avatar_url: picture },
      'api.github.com/user/emails': [
        { email: 'old@example.com', primary: false, verified: true },
        { email: 'ada@example.com', primary: true, verified: true },
      ],
    },
    account: { id: '42', name: 'ada', email: 'ada@example.com', avatar: picture },
  },
  {
    id: 'facebook-universal',
    token: 'graph.facebook.com/v21.0/oauth/access_token',
    profiles: {
      'graph.facebook.com/v21.0/me': {
        id: '42',
        name: 'Ada',
        email: 'ada@example.com',
        picture: { data: { url: picture } },
      },
    },
    account: { id: '42', name: 'Ada', avatar: picture },
  },
  {
    id: 'discord-universal',
    token: 'discord.com/api/v10/oauth2/token',
    profiles: {
      'discord.com/api/v10/users/@me': {
        id: '42',
        username: 'ada',
        avatar: 'a',
        email: 'a@b.c',
        verified: false,
      },
    },
    account: { id: '42', name: 'ada', avatar: 'https://cdn.discordapp.com/avatars/42/a.png' },
  },
  {
    id: 'gitlab-universal',
    token: 'gitlab.com/oauth/token',
    profiles: { 'gitlab.com/oauth/userinfo': claims },
    account: ofClaims,
  },
  {
    id: 'slack-universal',
    token: 'slack.com/api/openid.connect.token',
    profiles: { 'slack.com/api/openid.connect.userInfo': claims },
    account: ofClaims,
  },
  {
    id: 'linkedin-universal',
    token: 'www.linkedin.com/oauth/v2/accessToken',
    profiles: { 'api.linkedin.com/v2/userinfo': { ...claims, email_verified: 'true' } },
    account: ofClaims,
  },
  {
    id: 'huggingface-universal',
    token: 'huggingface.co/oauth/token',
    profiles: { 'huggingface.co/oauth/userinfo': { ...claims, email_verified: false } },
    account: { id: '42', name: 'Ada', avatar: picture },
  },
  {
    id: 'line-universal',
    token: 'api.line.me/oauth2/v2.1/token',
    profiles: { 'api.line.me/oauth2/v2.1/userinfo': { sub: '42', name: 'Ada', picture } },
    account: { id: '42', name: 'Ada', avatar: picture },
  },
  {
    id: 'amazon-universal',
    token: 'api.amazon.com/auth/o2/token',
    profiles: { 'api.amazon.com/user/profile': { user_id: '42', name: 'Ada', email: 'ada@example.com' } },
    account: { id: '42', name: 'Ada' },
  },
  {
    id: 'kakao-universal',
    token: 'kauth.kakao.com/oauth/token',
    profiles: {
      'kapi.kakao.com/v2/user/me': {
        id: 42,
        kakao_account: {
          email: 'ada@example.com',
          is_email_valid: true,
          is_email_verified: true,
          profile: { nickname: 'Ada', profile_image_url: picture },
        },
      },
    },
    account: ofClaims,
  },
  {
    id: 'naver-universal',
    token: 'nid.naver.com/oauth2.0/token',
    profiles: {
      'openapi.naver.com/v1/nid/me': {
        response: { id: '42', nickname: 'Ada', email: 'ada@example.com', profile_image: picture },
      },
    },
    account: { id: '42', name: 'Ada', avatar: picture },
  },
  {
    id: 'twitch-universal',
    token: 'id.twitch.tv/oauth2/token',
    profiles: {
      'api.twitch.tv/helix/users': {
        data: [{ id: '42', display_name: 'Ada', email: 'ada@example.com', profile_image_url: picture }],
      },
    },
    account: ofClaims,
  },
  {
    id: 'spotify-universal',
    token: 'accounts.spotify.com/api/token',
    profiles: {
      'api.spotify.com/v1/me': {
        id: '42',
        display_name: 'Ada',
        email: 'ada@example.com',
        images: [{ url: picture }],
      },
    },
    account: { id: '42', name: 'Ada', avatar: picture },
  },
  {
    id: 'x-universal',
    token: 'api.x.com/2/oauth2/token',
    profiles: {
      'api.x.com/2/users/me': {
        data: { id: '42', name: 'Ada', confirmed_email: 'ada@example.com', profile_image_url: picture },
      },
    },
    account: ofClaims,
  },
];
