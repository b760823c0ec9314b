import {
  apiScope,
  bash,
  discoverWithOpenidClient,
  environment,
  type Guide,
  type GuideApi,
  resourceLine,
  resourceOption,
  snippet,
  step,
  typedEnvironment,
} from './guide.ts';

const orders = ({ url }: GuideApi) =>
  snippet(
    'ts',
    'app/routes/orders.ts',
    `import { redirect } from 'react-router';
import { sessionOf } from '../auth.server';
import type { Route } from './+types/orders';

export const loader = async ({ request }: Route.LoaderArgs) => {
  const session = await sessionOf(request);
  const headers = { Authorization: \`Bearer \${session.get('accessToken')}\` };
  const answer = await fetch('${url}', { headers });
  // The API rejects the token. Sign in again to get a new one.
  if (answer.status === 401) return redirect('/sign-in');
  return new Response(await answer.text(), {
    status: answer.status,
    headers: { 'Content-Type': 'application/json' },
  });
};
`,
  );

export const guide: Guide = {
  redirectUri: 'http://localhost:5173/callback',
  signOutUri: 'http://localhost:5173/',
  startUrl: 'http://localhost:5173/',
  steps: values => [
    step('install', bash('npm install openid-client')),
    step(
      'environment',
      environment(values),
      bash(`echo "SESSION_SECRET=$(openssl rand -base64 32)" >> .env`),
    ),
    step(
      'configure',
      snippet(
        'ts',
        'app/auth.server.ts',
        `import * as client from 'openid-client';
import { createCookieSessionStorage } from 'react-router';

type Session = { user: { sub: string; name: string }; verifier: string; state: string${
          values.api ? '; accessToken: string' : ''
        } };

export const sessions = createCookieSessionStorage<Session>({
  cookie: {
    name: 'session',
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secrets: [process.env.SESSION_SECRET!],
  },
});

export const sessionOf = (request: Request) => sessions.getSession(request.headers.get('Cookie'));

${discoverWithOpenidClient(values, typedEnvironment)}

export { client };
`,
      ),
      snippet(
        'ts',
        'app/routes.ts',
        `import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('sign-in', 'routes/sign-in.ts'),
  route('${new URL(values.redirectUri).pathname.slice(1)}', 'routes/callback.ts'),
  route('sign-out', 'routes/sign-out.ts'),${values.api ? "\n  route('orders', 'routes/orders.ts')," : ''}
] satisfies RouteConfig;
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'ts',
        'app/routes/sign-in.ts',
        `import { redirect } from 'react-router';
import { client, config, sessionOf, sessions } from '../auth.server';
import type { Route } from './+types/sign-in';

export const loader = async ({ request }: Route.LoaderArgs) => {
  const session = await sessionOf(request);
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  session.set('verifier', verifier);
  session.set('state', state);
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: process.env.OIDC_REDIRECT_URI!,
    scope: 'openid profile email${apiScope(values)}',${resourceLine(values, '    ')}
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });
  return redirect(url.toString(), { headers: { 'Set-Cookie': await sessions.commitSession(session) } });
};
`,
      ),
    ),
    step(
      'callback',
      snippet(
        'ts',
        'app/routes/callback.ts',
        `import { redirect } from 'react-router';
import { client, config, sessionOf, sessions } from '../auth.server';
import type { Route } from './+types/callback';

export const loader = async ({ request }: Route.LoaderArgs) => {
  const session = await sessionOf(request);
  const url = new URL(process.env.OIDC_REDIRECT_URI!);
  url.search = new URL(request.url).search;
  const tokens = await client.authorizationCodeGrant(
    config,
    url,
    { pkceCodeVerifier: session.get('verifier'), expectedState: session.get('state') },${resourceOption(values, '    ')}
  );
  const { sub, name, username } = tokens.claims()!;
  session.unset('verifier');
  session.unset('state');
  session.set('user', { sub, name: String(name ?? username) });${
    values.api ? "\n  session.set('accessToken', tokens.access_token);" : ''
  }
  return redirect('/', { headers: { 'Set-Cookie': await sessions.commitSession(session) } });
};
`,
      ),
    ),
    step(
      'user',
      snippet(
        'tsx',
        'app/routes/home.tsx',
        `import { sessionOf } from '../auth.server';
import type { Route } from './+types/home';

export const loader = async ({ request }: Route.LoaderArgs) => {
  const session = await sessionOf(request);
  return { user: session.get('user') };
};

export default function Home({ loaderData: { user } }: Route.ComponentProps) {
  if (!user) return <a href="/sign-in">Sign in</a>;
  return (
    <p>
      Signed in as {user.name} <a href="/sign-out">Sign out</a>
    </p>
  );
}
`,
      ),
    ),
    step(
      'sign_out',
      snippet(
        'ts',
        'app/routes/sign-out.ts',
        `import { redirect } from 'react-router';
import { client, config, sessionOf, sessions } from '../auth.server';
import type { Route } from './+types/sign-out';

export const loader = async ({ request }: Route.LoaderArgs) => {
  const url = client.buildEndSessionUrl(config, { post_logout_redirect_uri: '${values.signOutUri}' });
  const session = await sessionOf(request);
  return redirect(url.toString(), { headers: { 'Set-Cookie': await sessions.destroySession(session) } });
};
`,
      ),
    ),
    ...(values.api ? [step('your_api', orders(values.api))] : []),
    step('run', bash('npm run dev')),
  ],
};
