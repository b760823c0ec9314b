import { bash, forwardToAndroid, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  signOutUri: 'com.example.app://callback',
  steps: values => [
    step('install', bash('npx expo install expo-auth-session expo-crypto expo-web-browser')),
    step(
      'scheme',
      snippet(
        'json',
        'app.json',
        `{
  "expo": {
    "scheme": "${values.redirectUri.split(':')[0]}"
  }
}
`,
      ),
    ),
    step(
      'configure',
      snippet(
        'ts',
        'src/auth.ts',
        `import { type DiscoveryDocument, fetchUserInfoAsync, makeRedirectUri } from 'expo-auth-session';
import { openAuthSessionAsync } from 'expo-web-browser';

export const issuer = '${values.issuer}';
export const clientId = '${values.appId}';

/** On the web, this is the app's own URL, such as http://localhost:8081/callback. Add it to the redirect URIs. */
export const redirectUri = makeRedirectUri({ native: '${values.redirectUri}', path: 'callback' });

export type User = { sub: string; name?: string; username?: string };

export const readUser = async (accessToken: string, discovery: DiscoveryDocument) =>
  (await fetchUserInfoAsync({ accessToken }, discovery)) as User;

export const signOut = (idToken: string, { endSessionEndpoint }: DiscoveryDocument) => {
  const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: redirectUri });
  return openAuthSessionAsync(\`\${endSessionEndpoint}?\${query}\`, redirectUri);
};
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'tsx',
        'App.tsx',
        `import { exchangeCodeAsync, useAuthRequest, useAutoDiscovery } from 'expo-auth-session';
import { maybeCompleteAuthSession } from 'expo-web-browser';
import { useEffect, useState } from 'react';
import { Button, Text, View } from 'react-native';
import { clientId, issuer, readUser, redirectUri, signOut, type User } from './src/auth';

maybeCompleteAuthSession();

export default function App() {
  const discovery = useAutoDiscovery(issuer);
  const [request, response, promptAsync] = useAuthRequest(
    { clientId, redirectUri, scopes: ['openid', 'profile', 'email'] },
    discovery,
  );
  const [session, setSession] = useState<{ user: User; idToken: string }>();

  useEffect(() => {
    if (response?.type !== 'success' || !discovery || !request?.codeVerifier) return;
    const exchange = {
      clientId,
      redirectUri,
      code: response.params.code,
      extraParams: { code_verifier: request.codeVerifier },
    };
    void exchangeCodeAsync(exchange, discovery).then(async ({ accessToken, idToken }) =>
      setSession({ user: await readUser(accessToken, discovery), idToken: idToken! }),
    );
  }, [response, discovery, request]);

  if (!session || !discovery) {
    return <Button title="Sign in" disabled={!request} onPress={() => void promptAsync()} />;
  }
  const leave = () => signOut(session.idToken, discovery).then(() => setSession(undefined));
  return (
    <View>
      <Text>Signed in as {session.user.name ?? session.user.username}</Text>
      <Button title="Sign out" onPress={() => void leave()} />
    </View>
  );
}
`,
      ),
    ),
    step('run', bash(`${forwardToAndroid(values)}npx expo run:android`)),
  ],
};
