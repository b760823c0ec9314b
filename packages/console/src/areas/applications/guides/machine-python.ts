import { bash, type Guide, machineEnvironment, pipInstall, snippet, step } from './guide.ts';

export const guide: Guide = {
  steps: values => [
    step('install', pipInstall('authlib requests')),
    step('environment', machineEnvironment(values)),
    step(
      'token',
      snippet(
        'python',
        'call.py',
        `import os

from authlib.integrations.requests_client import OAuth2Session

session = OAuth2Session(
    os.environ["OIDC_CLIENT_ID"],
    os.environ["OIDC_CLIENT_SECRET"],
    token_endpoint=os.environ["OIDC_ISSUER"] + "/token",
    grant_type="client_credentials",
    scope="all",
)
session.fetch_token(resource=os.environ["API_AUDIENCE"])

response = session.get("${values.endpoint}/api/applications")
print(response.status_code, response.json())
`,
      ),
    ),
    step('run', bash('set -a; . ./.env; set +a\npython3 call.py')),
  ],
};
