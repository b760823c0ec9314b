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
} from './guide.ts';

const orders = ({ url }: GuideApi) =>
  snippet(
    'ts',
    'src/routes/orders/+server.ts',
    `import { redirect } from '@sveltejs/kit';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ locals: { session } }) => {
  const headers = { Authorization: \`Bearer \${session.accessToken}\` };
  const answer = await fetch('${url}', { headers });
  // The API rejects the token. Sign in again to get a new one.
  if (answer.status === 401) redirect(302, '/sign-in');
  return new Response(await answer.text(), { status: answer.status });
};
`,
  );

export const guide: Guide = {
  redirectUri: 'http://localhost:5173/callback',
  signOutUri: 'http://localhost:5173/',
  startUrl: 'http://localhost:5173/',
  steps: values => [
    step('install', bash('npm install openid-client')),
    step('environment', environment(values)),
    step(
      'configure',
      snippet(
        'ts',
        'src/env.ts',
        `import { defineEnvVars } from '@sveltejs/kit/env';

export const variables = defineEnvVars({
  OIDC_ISSUER: {},
  OIDC_CLIENT_ID: {},
  OIDC_CLIENT_SECRET: {},
  OIDC_REDIRECT_URI: {},
});
`,
      ),
      snippet(
        'ts',
        'src/auth.server.ts',
        `import { OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ISSUER } from '$app/env/private';
import * as client from 'openid-client';

${discoverWithOpenidClient(values, name => name)}

export { client };
`,
      ),
      snippet(
        'ts',
        'src/hooks.server.ts',
        `import type { Handle } from '@sveltejs/kit/hooks';

/** Use a shared session store if you run more than one process. */
const sessions = new Map<string, App.Session>();

export const handle: Handle = ({ event, resolve }) => {
  const { cookies, locals } = event;
  const current = () => cookies.get('sid') ?? '';
  /** Replaces the current session with a new ID, which prevents session fixation. */
  locals.startSession = (session = {}) => {
    sessions.delete(current());
    cookies.set('sid', crypto.randomUUID(), { path: '/', httpOnly: true, sameSite: 'lax' });
    sessions.set(current(), session);
    return session;
  };
  locals.session = sessions.get(current()) ?? locals.startSession();
  return resolve(event);
};
`,
      ),
      snippet(
        'ts',
        'src/app.d.ts',
        `import type { IDToken } from 'openid-client';

declare global {
  namespace App {
    interface Session {
      verifier?: string;
      state?: string;
      user?: IDToken;
      idToken?: string;${values.api ? '\n      accessToken?: string;' : ''}
    }
    interface Locals {
      session: Session;
      startSession: (session?: Session) => Session;
    }
  }
}
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'ts',
        'src/routes/sign-in/+server.ts',
        `import { OIDC_REDIRECT_URI } from '$app/env/private';
import { redirect } from '@sveltejs/kit';
import { client, config } from '../../auth.server';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ locals: { session } }) => {
  session.verifier = client.randomPKCECodeVerifier();
  session.state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: OIDC_REDIRECT_URI,
    scope: 'openid profile email${apiScope(values)}',${resourceLine(values, '    ')}
    code_challenge: await client.calculatePKCECodeChallenge(session.verifier),
    code_challenge_method: 'S256',
    state: session.state,
  });
  redirect(302, url, { external: [url.origin] });
};
`,
      ),
    ),
    step(
      'callback',
      snippet(
        'ts',
        `src/routes${new URL(values.redirectUri).pathname}/+server.ts`,
        `import { redirect } from '@sveltejs/kit';
import { client, config } from '../../auth.server';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ url, locals: { session, startSession } }) => {
  const tokens = await client.authorizationCodeGrant(
    config,
    url,
    { pkceCodeVerifier: session.verifier, expectedState: session.state },${resourceOption(values, '    ')}
  );
  startSession({
    user: tokens.claims(),
    idToken: tokens.id_token,${values.api ? '\n    accessToken: tokens.access_token,' : ''}
  });
  redirect(302, '/');
};
`,
      ),
    ),
    step(
      'user',
      snippet(
        'ts',
        'src/routes/+page.server.ts',
        `import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals: { session } }) => ({ user: session.user });
`,
      ),
      snippet(
        'svelte',
        'src/routes/+page.svelte',
        `<script lang="ts">
  let { data } = $props();
</script>

{#if data.user}
  <p>Signed in as {data.user.name ?? data.user.username}</p>
  <a href="/sign-out" data-sveltekit-reload>Sign out</a>
{:else}
  <a href="/sign-in" data-sveltekit-reload>Sign in</a>
{/if}
`,
      ),
    ),
    step(
      'sign_out',
      snippet(
        'ts',
        'src/routes/sign-out/+server.ts',
        `import { redirect } from '@sveltejs/kit';
import { client, config } from '../../auth.server';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = ({ locals: { session, startSession } }) => {
  const url = client.buildEndSessionUrl(config, {
    id_token_hint: session.idToken ?? '',
    post_logout_redirect_uri: '${values.signOutUri}',
  });
  startSession();
  redirect(302, url, { external: [url.origin] });
};
`,
      ),
    ),
    ...(values.api ? [step('your_api', orders(values.api))] : []),
    step('run', bash('npm run dev')),
  ],
};
