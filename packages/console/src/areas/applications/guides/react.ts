import { bash, type Guide, type GuideApi, snippet, step } from './guide.ts';

const orders = ({ resource, url }: GuideApi, redirectUri: string) =>
  snippet(
    'tsx',
    'src/orders.tsx',
    `import { useLogto } from '@logto/react';
import { useState } from 'react';

export const Orders = () => {
  const { getAccessToken, signIn } = useLogto();
  const [answer, setAnswer] = useState('');
  const load = async () => {
    const token = await getAccessToken('${resource}');
    const response = await fetch('${url}', { headers: { Authorization: \`Bearer \${token}\` } });
    // The API rejects the token. Sign in again to get a new one.
    if (response.status === 401) return signIn('${redirectUri}');
    setAnswer(response.ok ? await response.text() : \`The API answered \${response.status}\`);
  };
  return (
    <p>
      <button onClick={() => void load()}>Load orders</button> {answer}
    </p>
  );
};
`,
  );

export const guide: Guide = {
  redirectUri: 'http://localhost:5173/callback',
  signOutUri: 'http://localhost:5173/',
  startUrl: 'http://localhost:5173/',
  steps: ({ endpoint, appId, redirectUri, signOutUri, api }) => [
    step('install', bash('npm install @logto/react')),
    step(
      'configure',
      snippet('env', '.env', `VITE_AUTH_ENDPOINT=${endpoint}\nVITE_AUTH_APP_ID=${appId}\n`),
      snippet(
        'tsx',
        'src/main.tsx',
        `import { LogtoProvider, UserScope } from '@logto/react';
import { createRoot } from 'react-dom/client';
import App from './App';

const settings = {
  endpoint: import.meta.env.VITE_AUTH_ENDPOINT,
  appId: import.meta.env.VITE_AUTH_APP_ID,
  scopes: [UserScope.Email${api ? `, '${api.scope}'` : ''}],${api ? `\n  resources: ['${api.resource}'],` : ''}
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
${api ? "import { Orders } from './orders';\n" : ''}import { Profile } from './profile';

export default function App() {
  const { isAuthenticated, signIn, signOut } = useLogto();
  if (window.location.pathname === '${new URL(redirectUri).pathname}') return <Callback />;
  if (!isAuthenticated) {
    return <button onClick={() => signIn('${redirectUri}')}>Sign in</button>;
  }
  return (
    <>
      <Profile />
${api ? '      <Orders />\n' : ''}      <button onClick={() => signOut('${signOutUri}')}>Sign out</button>
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
    ...(api ? [step('your_api', orders(api, redirectUri))] : []),
    step('run', bash('npm run dev')),
  ],
};
