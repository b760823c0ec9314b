import { bash, forwardToAndroid, type Guide, isInsecure, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  signOutUri: 'com.example.app://signed-out',
  steps: values => [
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
  scopes: ['openid', 'profile', 'offline_access'],
  additionalParameters: { prompt: 'consent' as const },${
    isInsecure(values) ? '\n  dangerouslyAllowInsecureHttpRequests: true,' : ''
  }
};

export const signIn = () => authorize(settings);

export const renew = (refreshToken: string) => refresh(settings, { refreshToken });

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
import { signIn, signOut } from './src/auth';
import { readUser, type User } from './src/user';

export default function App() {
  const [session, setSession] = useState<{ user: User; idToken: string }>();

  const enter = async () => {
    const { accessToken, idToken } = await signIn();
    setSession({ user: await readUser(accessToken), idToken });
  };
  const leave = async (idToken: string) => {
    await signOut(idToken);
    setSession(undefined);
  };

  if (!session) return <Button title="Sign in" onPress={() => void enter()} />;
  return (
    <View>
      <Text>Signed in as {session.user.name ?? session.user.username}</Text>
      <Button title="Sign out" onPress={() => void leave(session.idToken)} />
    </View>
  );
}
`,
      ),
    ),
    step('run', bash(`${forwardToAndroid(values)}npx react-native run-android`)),
  ],
};
