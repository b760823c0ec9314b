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
    'main.py',
    `@app.get("/orders")
async def orders(request: Request):
    headers = {"Authorization": f"Bearer {request.session.get('access_token')}"}
    async with httpx2.AsyncClient() as client:
        answer = await client.get("${url}", headers=headers)
    # The API rejects the token. Sign in again to get a new one.
    if answer.status_code == 401:
        return RedirectResponse("/sign-in")
    return Response(answer.text, answer.status_code, media_type="application/json")
`,
  );

export const guide: Guide = {
  redirectUri: 'http://localhost:8000/callback',
  signOutUri: 'http://localhost:8000/',
  startUrl: 'http://localhost:8000/sign-in',
  steps: values => [
    step('install', pipInstall('"fastapi[standard]" authlib httpx2 itsdangerous python-dotenv')),
    step('environment', environment(values)),
    step(
      'configure',
      snippet(
        'python',
        'main.py',
        `import os
import secrets
from urllib.parse import urlencode

${values.api ? 'import httpx2\n' : ''}from authlib.integrations.starlette_client import OAuth
from dotenv import load_dotenv
from fastapi import Depends, FastAPI, HTTPException, Request${values.api ? ', Response' : ''}
from fastapi.responses import RedirectResponse
from starlette.middleware.sessions import SessionMiddleware

load_dotenv()
app = FastAPI()
app.add_middleware(SessionMiddleware, secret_key=os.environ.get("SESSION_SECRET") or secrets.token_hex(32))

oauth = OAuth()
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
        'main.py',
        `@app.get("/sign-in")
async def sign_in(request: Request):
    return await oauth.gatehouse.authorize_redirect(request, os.environ["OIDC_REDIRECT_URI"]${
      values.api ? `, resource="${values.api.resource}"` : ''
    })


@app.get("${new URL(values.redirectUri).pathname}")
async def callback(request: Request):
    token = await oauth.gatehouse.authorize_access_token(request${
      values.api ? `, resource="${values.api.resource}"` : ''
    })
    request.session["user"] = dict(token["userinfo"])${
      values.api ? '\n    request.session["access_token"] = token["access_token"]' : ''
    }
    return RedirectResponse("/")
`,
      ),
    ),
    step(
      'user',
      snippet(
        'python',
        'main.py',
        `def signed_in(request: Request) -> dict:
    user = request.session.get("user")
    if user is None:
        raise HTTPException(status_code=401)
    return user


@app.get("/")
async def home(request: Request):
    return {"user": request.session.get("user")}


@app.get("/private")
async def private(user: dict = Depends(signed_in)):
    return {"hello": user.get("name") or user.get("username")}
`,
      ),
    ),
    step(
      'sign_out',
      snippet(
        'python',
        'main.py',
        `@app.get("/sign-out")
async def sign_out(request: Request):
    request.session.clear()
    metadata = await oauth.gatehouse.load_server_metadata()
    query = urlencode(
        {"client_id": os.environ["OIDC_CLIENT_ID"], "post_logout_redirect_uri": "${values.signOutUri}"}
    )
    return RedirectResponse(metadata["end_session_endpoint"] + "?" + query)
`,
      ),
    ),
    ...(values.api ? [step('your_api', orders(values.api))] : []),
    step('run', bash(`fastapi dev main.py --port ${portOf(values.redirectUri, 8000)}`)),
  ],
};
