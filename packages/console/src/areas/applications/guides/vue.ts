import { bash, type Guide, type GuideApi, snippet, step } from './guide.ts';

const orders = ({ resource, url }: GuideApi, redirectUri: string) =>
  snippet(
    'vue',
    'src/Orders.vue',
    `<script setup lang="ts">
import { useLogto } from '@logto/vue';
import { ref } from 'vue';

const { getAccessToken, signIn } = useLogto();
const answer = ref('');

const load = async () => {
  const token = await getAccessToken('${resource}');
  const response = await fetch('${url}', { headers: { Authorization: \`Bearer \${token}\` } });
  // The API rejects the token. Sign in again to get a new one.
  if (response.status === 401) return signIn('${redirectUri}');
  answer.value = response.ok ? await response.text() : \`The API answered \${response.status}\`;
};
</script>

<template>
  <button @click="load">Load orders</button>
  {{ answer }}
</template>
`,
  );

export const guide: Guide = {
  redirectUri: 'http://localhost:5173/callback',
  signOutUri: 'http://localhost:5173/',
  startUrl: 'http://localhost:5173/',
  steps: ({ endpoint, appId, redirectUri, signOutUri, api }) => [
    step('install', bash('npm install @logto/vue vue-router')),
    step(
      'configure',
      snippet('env', '.env', `VITE_AUTH_ENDPOINT=${endpoint}\nVITE_AUTH_APP_ID=${appId}\n`),
      snippet(
        'ts',
        'src/main.ts',
        `import { createLogto } from '@logto/vue';
import { createApp } from 'vue';
import { createRouter, createWebHistory } from 'vue-router';
import App from './App.vue';
import Callback from './Callback.vue';
import Home from './Home.vue';

const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', component: Home },
    { path: '${new URL(redirectUri).pathname}', component: Callback },
  ],
});

createApp(App)
  .use(createLogto, {
    endpoint: import.meta.env.VITE_AUTH_ENDPOINT,
    appId: import.meta.env.VITE_AUTH_APP_ID,${
      api ? `\n    scopes: ['${api.scope}'],\n    resources: ['${api.resource}'],` : ''
    }
  })
  .use(router)
  .mount('#app');
`,
      ),
    ),
    step(
      'callback',
      snippet(
        'vue',
        'src/Callback.vue',
        `<script setup lang="ts">
import { useHandleSignInCallback } from '@logto/vue';
import { useRouter } from 'vue-router';

const router = useRouter();
const { error } = useHandleSignInCallback(() => router.replace('/'));
</script>

<template>
  <p>{{ error ? error.message : 'Signing in…' }}</p>
</template>
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'vue',
        'src/Home.vue',
        `<script setup lang="ts">
import { type IdTokenClaims, useLogto } from '@logto/vue';
import { ref, watch } from 'vue';${api ? "\nimport Orders from './Orders.vue';" : ''}

const { isAuthenticated, signIn, signOut, getIdTokenClaims } = useLogto();
const user = ref<IdTokenClaims>();

watch(
  isAuthenticated,
  async isIn => {
    user.value = isIn ? await getIdTokenClaims() : undefined;
  },
  { immediate: true },
);
</script>

<template>
  <p v-if="isAuthenticated">
    Signed in as {{ user?.name ?? user?.username }}
    <button @click="signOut('${signOutUri}')">Sign out</button>${api ? '\n    <Orders />' : ''}
  </p>
  <button v-else @click="signIn('${redirectUri}')">Sign in</button>
</template>
`,
      ),
    ),
    ...(api ? [step('your_api', orders(api, redirectUri))] : []),
    step('run', bash('npm run dev')),
  ],
};
