import { bash, type Guide, isInsecure, snippet, step } from './guide.ts';

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
        'tsx',
        'App.tsx',
        `import { useState } from 'react';
import { Button, View } from 'react-native';
import { signIn, signOut } from './src/auth';

export default function App() {
  const [idToken, setIdToken] = useState<string>();
  const enter = async () => setIdToken((await signIn()).idToken);
  const leave = async (token: string) => {
    await signOut(token);
    setIdToken(undefined);
  };
  return (
    <View>
      <Button
        title={idToken ? 'Sign out' : 'Sign in'}
        onPress={() => void (idToken ? leave(idToken) : enter())}
      />
    </View>
  );
}
`,
      ),
    ),
    step('run', bash('npx react-native run-android')),
  ],
};
