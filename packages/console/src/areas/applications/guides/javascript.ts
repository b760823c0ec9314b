import { bash, type Guide, type GuideApi, snippet, step } from './guide.ts';

const orders = ({ url }: GuideApi) => `
document.querySelector<HTMLButtonElement>('#load')!.onclick = async () => {
  const response = await fetch('${url}', { headers: { Authorization: \`Bearer \${user?.access_token}\` } });
  // The API rejects the token. Sign in again to get a new one.
  if (response.status === 401) return auth.signinRedirect();
  const answer = response.ok ? await response.text() : \`The API answered \${response.status}\`;
  document.querySelector('#orders')!.textContent = answer;
};
`;

export const guide: Guide = {
  redirectUri: 'http://localhost:5173/callback',
  signOutUri: 'http://localhost:5173/',
  startUrl: 'http://localhost:5173/',
  steps: ({ issuer, appId, redirectUri, signOutUri, api }) => [
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
  scope: 'openid profile email${api ? ` ${api.scope}` : ''}',${
    api ? `\n  resource: '${api.resource}',\n  extraTokenParams: { resource: '${api.resource}' },` : ''
  }
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
${api ? orders(api) : ''}`,
      ),
      snippet(
        'html',
        'index.html',
        `<!doctype html>
<title>My app</title>
<button id="account"></button>
${api ? '<button id="load">Load orders</button>\n<p id="orders"></p>\n' : ''}<script type="module" src="/src/main.ts"></script>
`,
      ),
    ),
    step('run', bash('npm run dev')),
  ],
};
