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

session = OAuth2Session(os.environ["OIDC_CLIENT_ID"], os.environ["OIDC_CLIENT_SECRET"], scope="all")


def get_token():
    session.fetch_token(
        os.environ["OIDC_ISSUER"] + "/token",
        grant_type="client_credentials",
        resource=os.environ["API_AUDIENCE"],
    )
`,
      ),
    ),
    step(
      'call_api',
      snippet(
        'python',
        'call.py',
        `
def load(url):
    if session.token is None or session.token.is_expired():
        get_token()
    response = session.get(url)
    if response.status_code == 401:
        # The API rejects the token. Get a new one and try once more.
        get_token()
        response = session.get(url)
    return response


response = load("${values.endpoint}/api/applications")
print(response.status_code, response.json())
`,
      ),
    ),
    step('run', bash('set -a; . ./.env; set +a\npython3 call.py')),
  ],
};
