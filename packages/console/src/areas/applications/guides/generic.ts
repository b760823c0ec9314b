import { type Guide, type GuideValues, snippet, step } from './guide.ts';

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

const steps = ({ issuer, appId, secret, redirectUri, signOutUri }: GuideValues, isConfidential: boolean) => {
  const query = new URLSearchParams({
    client_id: appId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'a-random-string',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const credentials = isConfidential ? ` \\\n  -u '${appId}:${secret}'` : ` \\\n  -d client_id=${appId}`;
  return [
    step('discovery', snippet('http', 'GET', `${issuer}/.well-known/openid-configuration`)),
    step('request', snippet('http', 'GET', `${issuer}/auth?${query}`)),
    step('exchange', {
      language: 'bash',
      code: `curl ${issuer}/token${credentials} \\
  -d grant_type=authorization_code \\
  -d code="$CODE" \\
  -d redirect_uri=${redirectUri} \\
  -d code_verifier=${verifier}`,
    }),
    step('user', { language: 'bash', code: `curl ${issuer}/me -H "Authorization: Bearer $ACCESS_TOKEN"` }),
    step(
      'sign_out',
      snippet(
        'http',
        'GET',
        `${issuer}/session/end?${new URLSearchParams({ client_id: appId, post_logout_redirect_uri: signOutUri })}`,
      ),
    ),
  ];
};

const web = { redirectUri: 'http://localhost:3000/callback', signOutUri: 'http://localhost:3000/' };
const app = { redirectUri: 'com.example.app://callback', signOutUri: 'com.example.app://signed-out' };

/** For any OpenID Connect library, or plain HTTP requests. */
export const webGuide: Guide = { ...web, steps: values => steps(values, true) };
export const browserGuide: Guide = { ...web, steps: values => steps(values, false) };
export const nativeGuide: Guide = { ...app, steps: values => steps(values, false) };
