import { bash, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  steps: ({ issuer, endpoint, appId, secret, audience }) => [
    step('install', bash('pip install authlib requests')),
    step(
      'token',
      snippet(
        'python',
        'call.py',
        `import os

from authlib.integrations.requests_client import OAuth2Session

session = OAuth2Session(
    "${appId}",
    os.environ["OIDC_CLIENT_SECRET"],
    token_endpoint="${issuer}/token",
    grant_type="client_credentials",
    scope="all",
)
session.fetch_token(resource="${audience}")

response = session.get("${endpoint}/api/applications")
print(response.status_code, response.json())
`,
      ),
    ),
    step('run', bash(`OIDC_CLIENT_SECRET=${secret} python call.py`)),
  ],
};
