import { bash, type Guide, type GuideApi, portOf, snippet, step } from './guide.ts';

const fromUserinfo = `/** Returns the claims of the user, or nothing if no user is signed in. */
export const currentUser = async () => {
  const tokens = read('tokens');
  if (!tokens) return;
  const headers = { Authorization: \`Bearer \${tokens.access_token}\` };
  const response = await fetch((await metadata).userinfo_endpoint, { headers });
  if (response.ok) return response.json();
  sessionStorage.removeItem('tokens');
};
`;

const fromIdToken = `/** Returns the claims of the ID token, or nothing if no user is signed in. The access token is for the API. */
export const currentUser = async () => {
  const tokens = read('tokens');
  if (!tokens) return;
  const claims = tokens.id_token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/');
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(claims), text => text.charCodeAt(0))));
};

export const callApi = url =>
  fetch(url, { headers: { Authorization: \`Bearer \${read('tokens')?.access_token}\` } });
`;

const orders = ({ url }: GuideApi) => `
document.querySelector('#load').onclick = async () => {
  const response = await callApi('${url}');
  // The API rejects the token. Sign in again to get a new one.
  if (response.status === 401) return signIn();
  const answer = response.ok ? await response.text() : \`The API answered \${response.status}\`;
  document.querySelector('#orders').textContent = answer;
};
`;

/** No package, no build: the code flow with PKCE in plain modules. */
export const guide: Guide = {
  redirectUri: 'http://localhost:5173/callback',
  signOutUri: 'http://localhost:5173/',
  startUrl: 'http://localhost:5173/',
  steps: ({ issuer, appId, redirectUri, signOutUri, api }) => [
    step(
      'configure',
      snippet(
        'js',
        'auth.js',
        `const issuer = '${issuer}';
const clientId = '${appId}';
const redirectUri = '${redirectUri}';
const signOutUri = '${signOutUri}';
${api ? `const resource = '${api.resource}';\n` : ''}
const metadata = fetch(\`\${issuer}/.well-known/openid-configuration\`).then(response => response.json());

const toText = bytes => btoa(String.fromCharCode(...bytes)).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, '');
const random = () => toText(crypto.getRandomValues(new Uint8Array(32)));

const read = key => JSON.parse(sessionStorage.getItem(key) ?? 'null');
const write = (key, value) => sessionStorage.setItem(key, JSON.stringify(value));

export const isCallback = () => location.pathname === new URL(redirectUri).pathname;

/** Remembers the code verifier and the state, and redirects to the sign-in page. */
export const signIn = async () => {
  const verifier = random();
  const state = random();
  write('pending', { verifier, state });
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email${api ? ` ${api.scope}` : ''}',${api ? '\n    resource,' : ''}
    state,
    code_challenge: toText(new Uint8Array(challenge)),
    code_challenge_method: 'S256',
  });
  location.assign(\`\${(await metadata).authorization_endpoint}?\${query}\`);
};
`,
      ),
    ),
    step(
      'callback',
      snippet(
        'js',
        'auth.js',
        `/** Exchanges the authorization code for tokens. The state proves that this browser started the sign-in. */
export const finishSignIn = async () => {
  const query = new URLSearchParams(location.search);
  const pending = read('pending');
  sessionStorage.removeItem('pending');
  if (!pending || query.get('state') !== pending.state) throw new Error('Start the sign-in again.');
  const response = await fetch((await metadata).token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code: query.get('code'),
      code_verifier: pending.verifier,${api ? '\n      resource,' : ''}
    }),
  });
  if (!response.ok) throw new Error(\`The code was rejected: \${response.status}\`);
  write('tokens', await response.json());
};
`,
      ),
    ),
    step('user', snippet('js', 'auth.js', api ? fromIdToken : fromUserinfo)),
    step(
      'sign_out',
      snippet(
        'js',
        'auth.js',
        `export const signOut = async () => {
  const { id_token } = read('tokens');
  sessionStorage.removeItem('tokens');
  const query = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: signOutUri });
  location.assign(\`\${(await metadata).end_session_endpoint}?\${query}\`);
};
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'js',
        'main.js',
        `import { ${api ? 'callApi, ' : ''}currentUser, finishSignIn, isCallback, signIn, signOut } from './auth.js';

if (isCallback()) {
  await finishSignIn();
  history.replaceState({}, '', '/');
}

const user = await currentUser();
document.querySelector('#user').textContent = user ? \`Signed in as \${user.name ?? user.username}\` : '';
const button = document.querySelector('#account');
button.textContent = user ? 'Sign out' : 'Sign in';
button.onclick = user ? signOut : signIn;
${api ? orders(api) : ''}`,
      ),
      snippet(
        'html',
        'index.html',
        `<!doctype html>
<meta charset="utf-8" />
<title>My app</title>
<link rel="icon" href="data:," />
<p id="user"></p>
<button id="account"></button>
${api ? '<button id="load">Load orders</button>\n<p id="orders"></p>\n' : ''}<script type="module" src="/main.js"></script>
`,
      ),
    ),
    step(
      'run',
      snippet(
        'js',
        'serve.mjs',
        `import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';

const scripts = ['/auth.js', '/main.js'];

// Any static server works that answers every other path with index.html.
createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  const isScript = scripts.includes(pathname);
  response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
  createReadStream(isScript ? \`.\${pathname}\` : 'index.html').pipe(response);
}).listen(${portOf(redirectUri, 5173)}, 'localhost');
`,
      ),
      bash('node serve.mjs'),
    ),
  ],
};
