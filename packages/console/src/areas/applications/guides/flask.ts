import {
  apiScope,
  bash,
  environment,
  type Guide,
  type GuideApi,
  pipInstall,
  portOf,
  snippet,
  step,
} from './guide.ts';

const orders = ({ url }: GuideApi) =>
  snippet(
    'python',
    'app.py',
    `@app.get("/orders")
def orders():
    headers = {"Authorization": f"Bearer {session.get('access_token')}"}
    answer = requests.get("${url}", headers=headers, timeout=10)
    # The API rejects the token. Sign in again to get a new one.
    if answer.status_code == 401:
        return redirect("/sign-in")
    return answer.text, answer.status_code, {"Content-Type": "application/json"}
`,
  );

export const guide: Guide = {
  redirectUri: 'http://localhost:8000/callback',
  signOutUri: 'http://localhost:8000/',
  startUrl: 'http://localhost:8000/sign-in',
  steps: values => [
    step('install', pipInstall('flask authlib requests python-dotenv')),
    step('environment', environment(values)),
    step(
      'configure',
      snippet(
        'python',
        'app.py',
        `import os
import secrets
from urllib.parse import urlencode

${values.api ? 'import requests\n' : ''}from authlib.integrations.flask_client import OAuth
from dotenv import load_dotenv
from flask import Flask, redirect, session

load_dotenv()
app = Flask(__name__)
app.secret_key = os.environ.get("SESSION_SECRET") or secrets.token_hex(32)

oauth = OAuth(app)
oauth.register(
    name="gatehouse",
    client_id=os.environ["OIDC_CLIENT_ID"],
    client_secret=os.environ["OIDC_CLIENT_SECRET"],
    server_metadata_url=os.environ["OIDC_ISSUER"] + "/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email${apiScope(values)}", "code_challenge_method": "S256"},
)
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'python',
        'app.py',
        `@app.get("/sign-in")
def sign_in():
    return oauth.gatehouse.authorize_redirect(os.environ["OIDC_REDIRECT_URI"]${
      values.api ? `, resource="${values.api.resource}"` : ''
    })


@app.get("${new URL(values.redirectUri).pathname}")
def callback():
    token = oauth.gatehouse.authorize_access_token(${values.api ? `resource="${values.api.resource}"` : ''})
    session["user"] = dict(token["userinfo"])
    session["id_token"] = token["id_token"]${
      values.api ? '\n    session["access_token"] = token["access_token"]' : ''
    }
    return redirect("/")
`,
      ),
    ),
    step(
      'user',
      snippet(
        'python',
        'app.py',
        `@app.get("/")
def home():
    user = session.get("user")
    if user is None:
        return '<a href="/sign-in">Sign in</a>'
    return {"user": user}
`,
      ),
    ),
    step(
      'sign_out',
      snippet(
        'python',
        'app.py',
        `@app.get("/sign-out")
def sign_out():
    metadata = oauth.gatehouse.load_server_metadata()
    query = urlencode(
        {
            "id_token_hint": session.get("id_token", ""),
            "post_logout_redirect_uri": "${values.signOutUri}",
        }
    )
    session.clear()
    return redirect(metadata["end_session_endpoint"] + "?" + query)
`,
      ),
    ),
    ...(values.api ? [step('your_api', orders(values.api))] : []),
    step('run', bash(`flask run --port ${portOf(values.redirectUri, 8000)}`)),
  ],
};
