import { bash, type Guide, type GuideApi, snippet, step } from './guide.ts';

const orders = ({ resource, url }: GuideApi) =>
  snippet(
    'ts',
    'pages/api/orders/index.ts',
    `import type { NextApiRequest, NextApiResponse } from 'next';
import { auth } from '../../../lib/auth';

export default async function orders(request: NextApiRequest, response: NextApiResponse) {
  const token = await auth.getAccessToken(request, response, '${resource}').catch(() => undefined);
  const answer = await fetch('${url}', { headers: { Authorization: \`Bearer \${token}\` } });
  // The API rejects the token. Sign in again to get a new one.
  if (answer.status === 401) return response.redirect('/api/logto/sign-in');
  response.status(answer.status).send(await answer.text());
}
`,
  );

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/api/logto/sign-in-callback',
  // The library sends its base URL unchanged, without a trailing slash.
  signOutUri: 'http://localhost:3000',
  startUrl: 'http://localhost:3000/api/logto/sign-in',
  steps: ({ endpoint, appId, secret, signOutUri, api }) => [
    step('install', bash('npm install @logto/next swr')),
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
        'lib/auth.ts',
        `import LogtoClient from '@logto/next';

export const auth = new LogtoClient({
  endpoint: process.env.AUTH_ENDPOINT!,
  appId: process.env.AUTH_APP_ID!,
  appSecret: process.env.AUTH_APP_SECRET!,
  baseUrl: process.env.AUTH_BASE_URL!,
  cookieSecret: process.env.AUTH_COOKIE_SECRET!,
  cookieSecure: process.env.NODE_ENV === 'production',${
    api ? `\n  scopes: ['${api.scope}'],\n  resources: ['${api.resource}'],` : ''
  }
});
`,
      ),
    ),
    step(
      'callback',
      snippet(
        'ts',
        'pages/api/logto/[action].ts',
        `import { auth } from '../../../lib/auth';

// Serves /api/logto/sign-in, sign-in-callback, sign-out and user.
export default auth.handleAuthRoutes();
`,
      ),
    ),
    step(
      'user',
      snippet(
        'tsx',
        'pages/index.tsx',
        `import type { LogtoContext } from '@logto/next';
import useSWR from 'swr';

const read = (url: string) => fetch(url).then(response => response.json());

export default function Home() {
  const { data } = useSWR<LogtoContext>('/api/logto/user', read);
  if (!data?.isAuthenticated) return <a href="/api/logto/sign-in">Sign in</a>;
  return (
    <p>
      Signed in as {data.claims?.name ?? data.claims?.username} <a href="/api/logto/sign-out">Sign out</a>
    </p>
  );
}
`,
      ),
    ),
    ...(api ? [step('your_api', orders(api))] : []),
    step('run', bash('npm run dev')),
  ],
};
