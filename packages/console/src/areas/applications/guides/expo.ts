import { bash, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  signOutUri: 'com.example.app://callback',
  steps: ({ issuer, appId, redirectUri }) => [
    step('install', bash('npx expo install expo-auth-session expo-crypto expo-web-browser')),
    step(
      'scheme',
      snippet(
        'json',
        'app.json',
        `{
  "expo": {
    "scheme": "${redirectUri.split(':')[0]}"
  }
}
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'tsx',
        'App.tsx',
        `import { exchangeCodeAsync, useAuthRequest, useAutoDiscovery } from 'expo-auth-session';
import * as WebBrowser from 'expo-web-browser';
import { useEffect, useState } from 'react';
import { Button, Text, View } from 'react-native';
import { readUser, type User } from './src/user';

WebBrowser.maybeCompleteAuthSession();

const clientId = '${appId}';
const redirectUri = '${redirectUri}';

export default function App() {
  const discovery = useAutoDiscovery('${issuer}');
  const [request, answer, promptAsync] = useAuthRequest(
    { clientId, redirectUri, scopes: ['openid', 'profile', 'email'] },
    discovery,
  );
  const [user, setUser] = useState<User>();

  useEffect(() => {
    if (answer?.type !== 'success' || !discovery || !request?.codeVerifier) return;
    const exchange = {
      clientId,
      redirectUri,
      code: answer.params.code,
      extraParams: { code_verifier: request.codeVerifier },
    };
    void exchangeCodeAsync(exchange, discovery)
      .then(({ accessToken }) => readUser(accessToken, discovery))
      .then(setUser);
  }, [answer, discovery, request]);

  return (
    <View>
      <Text>{user ? \`Signed in as \${user.name ?? user.sub}\` : 'Nobody is signed in'}</Text>
      <Button title="Sign in" disabled={!request} onPress={() => void promptAsync()} />
    </View>
  );
}
`,
      ),
    ),
    step(
      'user',
      snippet(
        'ts',
        'src/user.ts',
        `import { type DiscoveryDocument, fetchUserInfoAsync } from 'expo-auth-session';

export type User = { sub: string; name?: string };

export const readUser = async (accessToken: string, discovery: DiscoveryDocument) =>
  (await fetchUserInfoAsync({ accessToken }, discovery)) as User;
`,
      ),
    ),
    step('run', bash('npx expo run:android')),
  ],
};
