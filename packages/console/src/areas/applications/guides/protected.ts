import { type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  steps: ({ siteUrl, issuer, appId }) => [
    step('proxy', snippet('http', 'GET', siteUrl)),
    step(
      'identity',
      snippet(
        'yaml',
        'HTTP',
        `X-Gatehouse-User-Id: q6p0v3dm1xkz
X-Gatehouse-User-Name: Ada%20Lovelace
X-Gatehouse-User-Email: ada@example.com
X-Gatehouse-Id-Token: eyJhbGciOiJFUzI1NiIs…
X-Forwarded-Host: ${new URL(siteUrl).host}
`,
      ),
    ),
    step(
      'verify',
      snippet(
        'js',
        'visitor.js',
        `import { createRemoteJWKSet, jwtVerify } from 'jose';

const issuer = '${issuer}';
const keys = createRemoteJWKSet(new URL('${issuer}/jwks'));

export const visitorOf = async request => {
  const token = request.headers['x-gatehouse-id-token'];
  const { payload } = await jwtVerify(token, keys, { issuer, audience: '${appId}' });
  return payload;
};
`,
      ),
    ),
  ],
};
