import { bash, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:5173/callback',
  signOutUri: 'http://localhost:5173/',
  startUrl: 'http://localhost:5173/',
  steps: ({ endpoint, appId, redirectUri, signOutUri }) => [
    step('install', bash('npm install @logto/vue vue-router')),
    step(
      'configure',
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
  .use(createLogto, { endpoint: '${endpoint}', appId: '${appId}' })
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
import { ref, watch } from 'vue';

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
    <button @click="signOut('${signOutUri}')">Sign out</button>
  </p>
  <button v-else @click="signIn('${redirectUri}')">Sign in</button>
</template>
`,
      ),
    ),
    step('run', bash('npm run dev')),
  ],
};
