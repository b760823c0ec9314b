import { bash, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/callback',
  signOutUri: 'http://localhost:3000/',
  startUrl: 'http://localhost:3000/sign-in',
  steps: ({ endpoint, appId, secret }) => [
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
  modules: ['@logto/nuxt'],
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
    step('run', bash('npm run dev')),
  ],
};
