import { bash, type Guide, type GuideApi, snippet, step } from './guide.ts';

const orders = ({ resource, url }: GuideApi) =>
  snippet(
    'ts',
    'app/orders/route.ts',
    `import { getAccessToken } from '@logto/next/server-actions';
import { redirect } from 'next/navigation';
import { authConfig } from '../auth';

export async function GET() {
  const token = await getAccessToken(authConfig, '${resource}').catch(() => undefined);
  const response = await fetch('${url}', { headers: { Authorization: \`Bearer \${token}\` } });
  // The API rejects the token. Sign in again to get a new one.
  if (response.status === 401) redirect('/');
  return new Response(await response.text(), { status: response.status });
}
`,
  );

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/callback',
  signOutUri: 'http://localhost:3000/',
  startUrl: 'http://localhost:3000/',
  steps: ({ endpoint, appId, secret, redirectUri, signOutUri, api }) => [
    step('install', bash('npm install @logto/next')),
    step(
      'environment',
      snippet(
        'env',
        '.env.local',
        `AUTH_ENDPOINT=${endpoint}
AUTH_APP_ID=${appId}
AUTH_APP_SECRET=${secret}
AUTH_BASE_URL=${new URL(signOutUri).origin}
`,
      ),
      bash(`echo "AUTH_COOKIE_SECRET=$(openssl rand -base64 32)" >> .env.local`),
    ),
    step(
      'configure',
      snippet(
        'ts',
        'app/auth.ts',
        `import type { LogtoNextConfig } from '@logto/next';

export const authConfig: LogtoNextConfig = {
  endpoint: process.env.AUTH_ENDPOINT!,
  appId: process.env.AUTH_APP_ID!,
  appSecret: process.env.AUTH_APP_SECRET!,
  baseUrl: process.env.AUTH_BASE_URL!,
  cookieSecret: process.env.AUTH_COOKIE_SECRET!,
  cookieSecure: process.env.NODE_ENV === 'production',${
    api ? `\n  scopes: ['${api.scope}'],\n  resources: ['${api.resource}'],` : ''
  }
};
`,
      ),
    ),
    step(
      'callback',
      snippet(
        'ts',
        `app${new URL(redirectUri).pathname}/route.ts`,
        `import { handleSignIn } from '@logto/next/server-actions';
import { redirect } from 'next/navigation';
import type { NextRequest } from 'next/server';
import { authConfig } from '../auth';

export async function GET(request: NextRequest) {
  await handleSignIn(authConfig, request.nextUrl.searchParams);
  redirect('/');
}
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'tsx',
        'app/page.tsx',
        `import { getLogtoContext, signIn, signOut } from '@logto/next/server-actions';
import { authConfig } from './auth';

export default async function Home() {
  const { isAuthenticated, claims } = await getLogtoContext(authConfig);

  const enter = async () => {
    'use server';
    await signIn(authConfig, { redirectUri: '${redirectUri}' });
  };
  const leave = async () => {
    'use server';
    await signOut(authConfig, '${signOutUri}');
  };

  return (
    <form action={isAuthenticated ? leave : enter}>
      {isAuthenticated && <p>Signed in as {claims?.name ?? claims?.username}</p>}
      <button>{isAuthenticated ? 'Sign out' : 'Sign in'}</button>
    </form>
  );
}
`,
      ),
    ),
    ...(api ? [step('your_api', orders(api))] : []),
    step('run', bash('npm run dev')),
  ],
};
