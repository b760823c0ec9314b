import { bash, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:5173/callback',
  signOutUri: 'http://localhost:5173/',
  startUrl: 'http://localhost:5173/',
  steps: ({ endpoint, appId, redirectUri, signOutUri }) => [
    step('install', bash('npm install @logto/react')),
    step(
      'configure',
      snippet(
        'tsx',
        'src/main.tsx',
        `import { LogtoProvider, UserScope } from '@logto/react';
import { createRoot } from 'react-dom/client';
import App from './App';

const settings = {
  endpoint: '${endpoint}',
  appId: '${appId}',
  scopes: [UserScope.Email],
};

createRoot(document.getElementById('root')!).render(
  <LogtoProvider config={settings}>
    <App />
  </LogtoProvider>,
);
`,
      ),
    ),
    step(
      'callback',
      snippet(
        'tsx',
        'src/callback.tsx',
        `import { useHandleSignInCallback } from '@logto/react';

/** Handles the redirect to ${new URL(redirectUri).pathname}, then returns to the home page. */
export const Callback = () => {
  const { error } = useHandleSignInCallback(() => window.location.replace('/'));
  return <p>{error ? error.message : 'Signing in…'}</p>;
};
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'tsx',
        'src/App.tsx',
        `import { useLogto } from '@logto/react';
import { Callback } from './callback';
import { Profile } from './profile';

export default function App() {
  const { isAuthenticated, signIn, signOut } = useLogto();
  if (window.location.pathname === '${new URL(redirectUri).pathname}') return <Callback />;
  if (!isAuthenticated) {
    return <button onClick={() => signIn('${redirectUri}')}>Sign in</button>;
  }
  return (
    <>
      <Profile />
      <button onClick={() => signOut('${signOutUri}')}>Sign out</button>
    </>
  );
}
`,
      ),
    ),
    step(
      'user',
      snippet(
        'tsx',
        'src/profile.tsx',
        `import { type IdTokenClaims, useLogto } from '@logto/react';
import { useEffect, useState } from 'react';

export const Profile = () => {
  const { getIdTokenClaims } = useLogto();
  const [user, setUser] = useState<IdTokenClaims>();
  useEffect(() => {
    void getIdTokenClaims().then(setUser);
  }, [getIdTokenClaims]);
  return <p>Signed in as {user?.name ?? user?.username ?? user?.email}</p>;
};
`,
      ),
    ),
    step('run', bash('npm run dev')),
  ],
};
