import { bash, forwardToAndroid, type Guide, type GuideApi, isInsecure, snippet, step } from './guide.ts';

const orders = ({ url }: GuideApi) =>
  snippet(
    'tsx',
    'src/orders.tsx',
    `import { useRef, useState } from 'react';
import { Button, Text, View } from 'react-native';
import { renewForApi } from './auth';

type Props = { refreshToken: string; signIn: () => void };

export const Orders = ({ refreshToken, signIn }: Props) => {
  const latest = useRef(refreshToken);
  const [answer, setAnswer] = useState('');

  const load = async () => {
    const tokens = await renewForApi(latest.current).catch(() => undefined);
    // A refresh token works once. Keep the next one.
    latest.current = tokens?.refreshToken ?? latest.current;
    const headers = { Authorization: \`Bearer \${tokens?.accessToken}\` };
    const response = await fetch('${url}', { headers });
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

const ordersElement = `
      <Orders key={session.refreshToken} refreshToken={session.refreshToken} signIn={() => void enter()} />`;

const renew = `export const renew = (refreshToken: string) => refresh(settings, { refreshToken });
`;

const renewBoth = `/** Without a resource, the access token is for the user's profile. */
export const renew = (refreshToken: string) =>
  refresh({ ...settings, additionalParameters: {} }, { refreshToken });

/** Returns an access token for the API. */
export const renewForApi = (refreshToken: string) => refresh(settings, { refreshToken });
`;

const enter = `    const { accessToken, idToken } = await signIn();
    setSession({ user: await readUser(accessToken), idToken });
`;

const enterWithRefreshToken = `    const { idToken, refreshToken: first } = await signIn();
    const { accessToken, refreshToken } = await renew(first);
    setSession({ user: await readUser(accessToken), idToken, refreshToken: refreshToken ?? first });
`;

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  signOutUri: 'com.example.app://signed-out',
  steps: ({ api, ...values }) => [
    step('install', bash('npm install react-native-app-auth\nnpx pod-install')),
    step(
      'scheme',
      snippet(
        'kotlin',
        'android/app/build.gradle',
        `android {
    defaultConfig {
        manifestPlaceholders = [appAuthRedirectScheme: "${values.redirectUri.split(':')[0]}"]
    }
}
`,
      ),
      snippet(
        'swift',
        'ios/App/App-Bridging-Header.h',
        `#import "RNAppAuthAuthorizationFlowManager.h"
`,
      ),
      snippet(
        'swift',
        'ios/App/AppDelegate.swift',
        `class AppDelegate: UIResponder, UIApplicationDelegate, RNAppAuthAuthorizationFlowManager {
  weak var authorizationFlowManagerDelegate: RNAppAuthAuthorizationFlowManagerDelegate?
  // Keep the existing members of this class.
}
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'ts',
        'src/auth.ts',
        `import { authorize, logout, refresh } from 'react-native-app-auth';

const settings = {
  issuer: '${values.issuer}',
  clientId: '${values.appId}',
  redirectUrl: '${values.redirectUri}',
  scopes: ['openid', 'profile', 'offline_access'${api ? `, '${api.scope}'` : ''}],
  additionalParameters: { prompt: 'consent' as const${api ? `, resource: '${api.resource}'` : ''} },${
    isInsecure(values) ? '\n  dangerouslyAllowInsecureHttpRequests: true,' : ''
  }
};

export const signIn = () => authorize(settings);

${api ? renewBoth : renew}
export const signOut = (idToken: string) =>
  logout(settings, { idToken, postLogoutRedirectUrl: '${values.signOutUri}' });
`,
      ),
    ),
    step(
      'user',
      snippet(
        'ts',
        'src/user.ts',
        `export type User = { sub: string; name?: string; username?: string };

export const readUser = async (accessToken: string): Promise<User> => {
  const response = await fetch('${values.issuer}/me', {
    headers: { Authorization: \`Bearer \${accessToken}\` },
  });
  return response.json();
};
`,
      ),
      snippet(
        'tsx',
        'App.tsx',
        `import { useState } from 'react';
import { Button, Text, View } from 'react-native';
import { ${api ? 'renew, ' : ''}signIn, signOut } from './src/auth';
${api ? "import { Orders } from './src/orders';\n" : ''}import { readUser, type User } from './src/user';

export default function App() {
  const [session, setSession] = useState<{ user: User; idToken: string${api ? '; refreshToken: string' : ''} }>();

  const enter = async () => {
${api ? enterWithRefreshToken : enter}  };
  const leave = async (idToken: string) => {
    await signOut(idToken);
    setSession(undefined);
  };

  if (!session) return <Button title="Sign in" onPress={() => void enter()} />;
  return (
    <View>
      <Text>Signed in as {session.user.name ?? session.user.username}</Text>${api ? ordersElement : ''}
      <Button title="Sign out" onPress={() => void leave(session.idToken)} />
    </View>
  );
}
`,
      ),
    ),
    ...(api ? [step('your_api', orders(api))] : []),
    step('run', bash(`${forwardToAndroid(values, api)}npx react-native run-android`)),
  ],
};
