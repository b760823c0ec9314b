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

WebBrowser.maybeCompleteAuthSession();

const clientId = '${appId}';
const redirectUri = '${redirectUri}';

export default function App() {
  const discovery = useAutoDiscovery('${issuer}');
  const [request, answer, promptAsync] = useAuthRequest(
    { clientId, redirectUri, scopes: ['openid', 'profile', 'email'] },
    discovery,
  );
  const [accessToken, setAccessToken] = useState<string>();

  useEffect(() => {
    if (answer?.type !== 'success' || !discovery || !request?.codeVerifier) return;
    const exchange = {
      clientId,
      redirectUri,
      code: answer.params.code,
      extraParams: { code_verifier: request.codeVerifier },
    };
    void exchangeCodeAsync(exchange, discovery).then(tokens => setAccessToken(tokens.accessToken));
  }, [answer, discovery, request]);

  return (
    <View>
      <Text>{accessToken ? 'Signed in' : 'Nobody is signed in'}</Text>
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

export const readUser = (accessToken: string, discovery: DiscoveryDocument) =>
  fetchUserInfoAsync({ accessToken }, discovery);
`,
      ),
    ),
    step('run', bash('npx expo run:android')),
  ],
};
