import { bash, type Guide, isInsecure, machineEnvironment, snippet, step } from './guide.ts';

export const guide: Guide = {
  steps: values => [
    step('install', bash('npm install openid-client')),
    step('environment', machineEnvironment(values)),
    step(
      'token',
      snippet(
        'js',
        'token.mjs',
        `import * as client from 'openid-client';

const config = await client.discovery(
  new URL(process.env.OIDC_ISSUER),
  process.env.OIDC_CLIENT_ID,
  undefined,
  client.ClientSecretBasic(process.env.OIDC_CLIENT_SECRET),${
    isInsecure(values) ? '\n  { execute: [client.allowInsecureRequests] },' : ''
  }
);

let held;

/** Returns an access token, and gets a new one a minute before it expires, or when it is no longer accepted. */
export const accessToken = async ({ isRejected = false } = {}) => {
  if (held && held.until > Date.now() && !isRejected) return held.token;
  const tokens = await client.clientCredentialsGrant(config, {
    resource: process.env.API_AUDIENCE,
    scope: 'all',
  });
  held = { token: tokens.access_token, until: Date.now() + (tokens.expires_in - 60) * 1000 };
  return held.token;
};
`,
      ),
    ),
    step(
      'call_api',
      snippet(
        'js',
        'call.mjs',
        `import { accessToken } from './token.mjs';

const load = token =>
  fetch('${values.endpoint}/api/applications', { headers: { Authorization: \`Bearer \${token}\` } });

let response = await load(await accessToken());
// The API rejects the token. Get a new one and try once more.
if (response.status === 401) response = await load(await accessToken({ isRejected: true }));
console.log(response.status, await response.json());
`,
      ),
    ),
    step('run', bash('node --env-file=.env call.mjs')),
  ],
};
