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

const orders = ({ url }: GuideApi) => `

def orders(request):
    headers = {"Authorization": f"Bearer {request.session.get('access_token')}"}
    answer = requests.get("${url}", headers=headers, timeout=10)
    # The API rejects the token. Sign in again to get a new one.
    if answer.status_code == 401:
        return redirect("/sign-in")
    return HttpResponse(answer.text, status=answer.status_code, content_type="application/json")
`;

export const guide: Guide = {
  redirectUri: 'http://localhost:8000/callback',
  signOutUri: 'http://localhost:8000/',
  startUrl: 'http://localhost:8000/sign-in',
  steps: values => [
    step('install', pipInstall('django authlib requests')),
    step('environment', environment(values)),
    step(
      'configure',
      snippet(
        'python',
        'settings.py',
        `import os

AUTHLIB_OAUTH_CLIENTS = {
    "gatehouse": {
        "client_id": os.environ["OIDC_CLIENT_ID"],
        "client_secret": os.environ["OIDC_CLIENT_SECRET"],
    }
}
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'python',
        'accounts/views.py',
        `import os
from urllib.parse import urlencode

${values.api ? 'import requests\n' : ''}from authlib.integrations.django_client import OAuth
from django.http import ${values.api ? 'HttpResponse, ' : ''}JsonResponse
from django.shortcuts import redirect

oauth = OAuth()
oauth.register(
    name="gatehouse",
    server_metadata_url=os.environ["OIDC_ISSUER"] + "/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email${apiScope(values)}", "code_challenge_method": "S256"},
)


def sign_in(request):
    return oauth.gatehouse.authorize_redirect(request, os.environ["OIDC_REDIRECT_URI"]${
      values.api ? `, resource="${values.api.resource}"` : ''
    })


def callback(request):
    token = oauth.gatehouse.authorize_access_token(request${values.api ? `, resource="${values.api.resource}"` : ''})
    request.session.cycle_key()
    request.session["user"] = dict(token["userinfo"])
    request.session["id_token"] = token["id_token"]${
      values.api ? '\n    request.session["access_token"] = token["access_token"]' : ''
    }
    return redirect("/")


def home(request):
    return JsonResponse({"user": request.session.get("user")})


def sign_out(request):
    metadata = oauth.gatehouse.load_server_metadata()
    query = urlencode(
        {
            "id_token_hint": request.session.get("id_token", ""),
            "post_logout_redirect_uri": "${values.signOutUri}",
        }
    )
    request.session.flush()
    return redirect(metadata["end_session_endpoint"] + "?" + query)
${values.api ? orders(values.api) : ''}`,
      ),
      snippet(
        'python',
        'urls.py',
        `from django.urls import path

from accounts import views

urlpatterns = [
    path("", views.home),
    path("sign-in", views.sign_in),
    path("${new URL(values.redirectUri).pathname.slice(1)}", views.callback),
    path("sign-out", views.sign_out),${values.api ? '\n    path("orders", views.orders),' : ''}
]
`,
      ),
    ),
    step(
      'run',
      bash(
        `set -a; . ./.env; set +a\npython manage.py migrate\npython manage.py runserver localhost:${portOf(values.redirectUri, 8000)}`,
      ),
    ),
  ],
};
