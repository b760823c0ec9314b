import { bash, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:5173/callback',
  signOutUri: 'http://localhost:5173/',
  startUrl: 'http://localhost:5173/',
  steps: ({ endpoint, appId, secret, redirectUri, signOutUri }) => [
    step('install', bash('npm install @logto/sveltekit')),
    step(
      'environment',
      snippet(
        'env',
        '.env',
        `AUTH_ENDPOINT=${endpoint}
AUTH_APP_ID=${appId}
AUTH_APP_SECRET=${secret}
`,
      ),
      bash(`echo "AUTH_COOKIE_KEY=$(openssl rand -hex 16)" >> .env`),
    ),
    step(
      'configure',
      snippet(
        'ts',
        'src/hooks.server.ts',
        `import { env } from '$env/dynamic/private';
import { handleLogto } from '@logto/sveltekit';

export const handle = handleLogto(
  { endpoint: env.AUTH_ENDPOINT, appId: env.AUTH_APP_ID, appSecret: env.AUTH_APP_SECRET },
  { encryptionKey: env.AUTH_COOKIE_KEY },
);
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'ts',
        'src/routes/+page.server.ts',
        `import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({ user: locals.user });

export const actions: Actions = {
  signIn: ({ locals }) => locals.logtoClient.signIn('${redirectUri}'),
  signOut: ({ locals }) => locals.logtoClient.signOut('${signOutUri}'),
};
`,
      ),
      snippet(
        'svelte',
        'src/routes/+page.svelte',
        `<script lang="ts">
  let { data } = $props();
</script>

{#if data.user}
  <form method="POST" action="?/signOut">
    <p>Signed in as {data.user.name ?? data.user.sub}</p>
    <button>Sign out</button>
  </form>
{:else}
  <form method="POST" action="?/signIn">
    <button>Sign in</button>
  </form>
{/if}
`,
      ),
    ),
    step('run', bash('npm run dev')),
  ],
};
