import { bash, type Guide, type GuideApi, snippet, step } from './guide.ts';

const orders = ({ resource, url }: GuideApi) =>
  snippet(
    'ts',
    'server/routes/orders.get.ts',
    `export default defineEventHandler(async event => {
  const { logtoClient } = event.context;
  const token = await logtoClient.getAccessToken('${resource}').catch(() => undefined);
  const answer = await fetch('${url}', { headers: { Authorization: \`Bearer \${token}\` } });
  // The API rejects the token. Sign in again to get a new one.
  if (answer.status === 401) return sendRedirect(event, '/sign-in');
  setResponseStatus(event, answer.status);
  return answer.text();
});
`,
  );

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/callback',
  signOutUri: 'http://localhost:3000/',
  startUrl: 'http://localhost:3000/sign-in',
  steps: ({ endpoint, appId, secret, api }) => [
    step('install', bash('npm install @logto/nuxt')),
    step(
      'environment',
      snippet(
        'env',
        '.env',
        `NUXT_LOGTO_ENDPOINT=${endpoint}
NUXT_LOGTO_APP_ID=${appId}
NUXT_LOGTO_APP_SECRET=${secret}
`,
      ),
      bash(`echo "NUXT_LOGTO_COOKIE_ENCRYPTION_KEY=$(openssl rand -hex 16)" >> .env`),
    ),
    step(
      'configure',
      snippet(
        'ts',
        'nuxt.config.ts',
        `export default defineNuxtConfig({
  modules: ['@logto/nuxt'],${
    api
      ? `
  logto: {
    scopes: ['${api.scope}'],
    resources: ['${api.resource}'],
  },`
      : ''
  }
});
`,
      ),
    ),
    step(
      'user',
      snippet(
        'vue',
        'app/app.vue',
        `<script setup lang="ts">
const user = useLogtoUser();
</script>

<template>
  <p v-if="user">
    Signed in as {{ user.name ?? user.username }}
    <a href="/sign-out">Sign out</a>
  </p>
  <a v-else href="/sign-in">Sign in</a>
</template>
`,
      ),
    ),
    ...(api ? [step('your_api', orders(api))] : []),
    step('run', bash('npm run dev')),
  ],
};
