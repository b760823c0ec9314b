import { bash, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:5173/callback',
  signOutUri: 'http://localhost:5173/',
  startUrl: 'http://localhost:5173/',
  steps: ({ issuer, appId, redirectUri, signOutUri }) => [
    step('install', bash('npm install oidc-client-ts')),
    step(
      'configure',
      snippet('env', '.env', `VITE_AUTH_ISSUER=${issuer}\nVITE_AUTH_APP_ID=${appId}\n`),
      snippet(
        'ts',
        'src/auth.ts',
        `import { UserManager, WebStorageStateStore } from 'oidc-client-ts';

export const auth = new UserManager({
  authority: import.meta.env.VITE_AUTH_ISSUER,
  client_id: import.meta.env.VITE_AUTH_APP_ID,
  redirect_uri: '${redirectUri}',
  post_logout_redirect_uri: '${signOutUri}',
  scope: 'openid profile email',
  userStore: new WebStorageStateStore({ store: window.sessionStorage }),
});
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'ts',
        'src/main.ts',
        `import { auth } from './auth';

if (window.location.pathname === '${new URL(redirectUri).pathname}') {
  await auth.signinRedirectCallback();
  window.history.replaceState({}, '', '/');
}

const user = await auth.getUser();
const button = document.querySelector<HTMLButtonElement>('#account')!;
button.textContent = user ? \`Sign out \${user.profile.name ?? user.profile.username}\` : 'Sign in';
button.onclick = () => (user ? auth.signoutRedirect() : auth.signinRedirect());
`,
      ),
      snippet(
        'html',
        'index.html',
        `<!doctype html>
<title>My app</title>
<button id="account"></button>
<script type="module" src="/src/main.ts"></script>
`,
      ),
    ),
    step('run', bash('npm run dev')),
  ],
};
