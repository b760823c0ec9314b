import { bash, forwardToAndroid, type Guide, type GuideApi, snippet, step } from './guide.ts';

const orders = ({ resource, url }: GuideApi) =>
  snippet(
    'tsx',
    'src/orders.tsx',
    `import { type DiscoveryDocument, refreshAsync, type TokenResponse } from 'expo-auth-session';
import { useRef, useState } from 'react';
import { Button, Text, View } from 'react-native';
import { clientId } from './auth';

const extraParams = { resource: '${resource}' };

type Props = { discovery: DiscoveryDocument; refreshToken: string; signIn: () => void };

export const Orders = ({ discovery, refreshToken, signIn }: Props) => {
  const tokens = useRef<TokenResponse>(undefined);
  const [answer, setAnswer] = useState('');

  /** The sign-in gave a token for the user's profile. This one is for the API, and is renewed before it expires. */
  const accessToken = async () => {
    if (!tokens.current || tokens.current.shouldRefresh()) {
      const latest = tokens.current?.refreshToken ?? refreshToken;
      tokens.current = await refreshAsync({ clientId, refreshToken: latest, extraParams }, discovery);
    }
    return tokens.current.accessToken;
  };

  const load = async () => {
    const token = await accessToken().catch(() => undefined);
    const response = await fetch('${url}', { headers: { Authorization: \`Bearer \${token}\` } });
    // The API rejects the token. Sign in again to get a new one.
    if (response.status === 401) return signIn();
    setAnswer(response.ok ? await response.text() : \`The API answered \${response.status}\`);
  };

  return (
    <View>
      <Button title="Load orders" onPress={() => void load()} />
      <Text>{answer}</Text>
    </View>
  );
};
`,
  );

/** The key drops the tokens of an earlier sign-in. */
const ordersElement = `
      <Orders
        key={session.refreshToken}
        discovery={discovery}
        refreshToken={session.refreshToken}
        signIn={() => void promptAsync()}
      />`;

/** Asks for a refresh token, which gets the tokens for the API. */
const requestFor = ({ resource, scope }: GuideApi) => `{
      clientId,
      redirectUri,
      scopes: ['openid', 'profile', 'email', 'offline_access', '${scope}'],
      extraParams: { prompt: 'consent', resource: '${resource}' },
    }`;

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  signOutUri: 'com.example.app://callback',
  steps: ({ api, ...values }) => [
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
${api ? "import { Orders } from './src/orders';\n" : ''}
maybeCompleteAuthSession();

export default function App() {
  const discovery = useAutoDiscovery(issuer);
  const [request, response, promptAsync] = useAuthRequest(
    ${api ? requestFor(api) : "{ clientId, redirectUri, scopes: ['openid', 'profile', 'email'] }"},
    discovery,
  );
  const [session, setSession] = useState<{ user: User; idToken: string${api ? '; refreshToken: string' : ''} }>();

  useEffect(() => {
    if (response?.type !== 'success' || !discovery || !request?.codeVerifier) return;
    const exchange = {
      clientId,
      redirectUri,
      code: response.params.code,
      extraParams: { code_verifier: request.codeVerifier },
    };
    void exchangeCodeAsync(exchange, discovery).then(async ({ accessToken, idToken${api ? ', refreshToken' : ''} }) =>
      setSession({ user: await readUser(accessToken, discovery), idToken: idToken!${
        api ? ', refreshToken: refreshToken!' : ''
      } }),
    );
  }, [response, discovery, request]);

  if (!session || !discovery) {
    return <Button title="Sign in" disabled={!request} onPress={() => void promptAsync()} />;
  }
  const leave = () => signOut(session.idToken, discovery).then(() => setSession(undefined));
  return (
    <View>
      <Text>Signed in as {session.user.name ?? session.user.username}</Text>${api ? ordersElement : ''}
      <Button title="Sign out" onPress={() => void leave()} />
    </View>
  );
}
`,
      ),
    ),
    ...(api ? [step('your_api', orders(api))] : []),
    step('run', bash(`${forwardToAndroid(values, api)}npx expo run:android`)),
  ],
};
