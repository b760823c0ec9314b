import os
from urllib.parse import urlencode

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oidc.core import CodeIDToken
from site_pages import HOME, Redirect, serve

ISSUER = os.environ["ISSUER"]
CLIENT_ID = os.environ["CLIENT_ID"]

provider = requests.get(f"{ISSUER}/.well-known/openid-configuration").json()
session = OAuth2Session(
    CLIENT_ID,
    os.environ["CLIENT_SECRET"],
    scope="openid profile offline_access",
    redirect_uri=f"{HOME}/callback",
    code_challenge_method="S256",
    token_endpoint=provider["token_endpoint"],
    revocation_endpoint=provider["revocation_endpoint"],
)
kept = {}


def sign_in(_address, _fields):
    kept.update(code_verifier=generate_token(48), nonce=generate_token())
    address, kept["state"] = session.create_authorization_url(
        provider["authorization_endpoint"], code_verifier=kept["code_verifier"], nonce=kept["nonce"]
    )
    raise Redirect(address)


def keep_claims(nonce=None):
    keys = JsonWebKey.import_key_set(requests.get(provider["jwks_uri"]).json())
    params = {"client_id": CLIENT_ID, "access_token": session.token["access_token"]}
    kept["claims"] = jwt.decode(
        session.token["id_token"],
        keys,
        claims_cls=CodeIDToken,
        claims_options={"iss": {"value": provider["issuer"]}},
        claims_params={**params, "nonce": nonce} if nonce else params,
    )
    kept["claims"].validate()


def callback(address, _fields):
    session.fetch_token(
        provider["token_endpoint"],
        authorization_response=address,
        state=kept["state"],
        code_verifier=kept["code_verifier"],
    )
    keep_claims(kept["nonce"])
    raise Redirect(f"{HOME}/")


def home(_address, _fields):
    if not session.token:
        return {"user": None}
    userinfo = session.get(provider["userinfo_endpoint"]).json()
    assert userinfo["sub"] == kept["claims"]["sub"]
    return {"sub": kept["claims"]["sub"], "name": userinfo["name"]}


def refresh(_address, _fields):
    session.refresh_token(provider["token_endpoint"], refresh_token=session.token["refresh_token"])
    keep_claims()
    raise Redirect(f"{HOME}/")


def sign_out(_address, _fields):
    id_token, access_token = session.token["id_token"], session.token["access_token"]
    answer = session.revoke_token(provider["revocation_endpoint"], token=session.token["refresh_token"])
    assert answer.status_code == 200, answer.text
    refused = requests.get(
        provider["userinfo_endpoint"], headers={"Authorization": f"Bearer {access_token}"}
    )
    assert refused.status_code == 401, refused.text
    session.token = None
    query = urlencode({"id_token_hint": id_token, "post_logout_redirect_uri": f"{HOME}/"})
    raise Redirect(f"{provider['end_session_endpoint']}?{query}")


serve(
    {
        "/": home,
        "/sign-in": sign_in,
        "/callback": callback,
        "/refresh": refresh,
        "/sign-out": sign_out,
    }
)
