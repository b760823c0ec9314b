import os

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.client import Saml2Client
from saml2.config import SPConfig
from saml2.metadata import entity_descriptor
from saml2.time_util import in_a_while
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256
from site_pages import HOME, Redirect, serve

KEYS = {"key_file": os.environ["KEY"], "cert_file": os.environ["CERTIFICATE"]}


def create_client(signed):
    """A service provider that insists on a signature of the response, of the assertion, or of both."""
    config = SPConfig()
    config.load(
        {
            "entityid": f"{HOME}/sp",
            "metadata": {"local": [os.environ["METADATA"]]},
            "allow_unknown_attributes": True,
            "encryption_keypairs": [KEYS],
            **KEYS,
            "service": {
                "sp": {
                    "endpoints": {
                        "assertion_consumer_service": [(f"{HOME}/acs", BINDING_HTTP_POST)],
                        "single_logout_service": [(f"{HOME}/logout", BINDING_HTTP_POST)],
                    },
                    "authn_requests_signed": True,
                    "logout_requests_signed": True,
                    "logout_responses_signed": True,
                    "want_response_signed": signed in ("Response", "Both"),
                    "want_assertions_signed": signed in ("Assertion", "Both"),
                    "allow_unsolicited": True,
                }
            },
        }
    )
    return Saml2Client(config)


clients = {signed: create_client(signed) for signed in ("Assertion", "Response", "Both")}
outstanding = {}
chosen = {"signed": "Assertion"}
# One user at a time is enough for a test.
user = {}
ALGORITHMS = {"sign_alg": SIG_RSA_SHA256, "digest_alg": DIGEST_SHA256}


def sign_in(_address, fields):
    chosen["signed"] = fields["signed"]
    binding = BINDING_HTTP_POST if fields.get("by") == "form" else BINDING_HTTP_REDIRECT
    request_id, message = clients[fields["signed"]].prepare_for_authenticate(
        binding=binding, sign=True, sigalg=SIG_RSA_SHA256, digest_alg=DIGEST_SHA256
    )
    outstanding[request_id] = "/"
    if binding == BINDING_HTTP_POST:
        return message["data"]
    raise Redirect(dict(message["headers"])["Location"])


def consume(_address, fields):
    response = clients[chosen["signed"]].parse_authn_request_response(
        fields["SAMLResponse"], BINDING_HTTP_POST, outstanding
    )
    user["name_id"] = response.name_id
    return {
        "id": response.name_id.text,
        "attributes": response.ava,
        "isAsked": outstanding.pop(response.in_response_to, None) is not None,
        "isEncrypted": "EncryptedAssertion" in response.xmlstr,
    }


def sign_out(_address, _fields):
    client = clients[chosen["signed"]]
    providers = list(client.users.issuers_of_info(user["name_id"]))
    messages = client.do_logout(
        user["name_id"], providers, "", in_a_while(minutes=5), True, BINDING_HTTP_POST, **ALGORITHMS
    )
    return messages[providers[0]][1]["data"]


def log_out(_address, fields):
    client = clients[chosen["signed"]]
    if "SAMLRequest" in fields:
        name_id = user.pop("name_id", None)
        return client.handle_logout_request(
            fields["SAMLRequest"],
            name_id,
            BINDING_HTTP_POST,
            relay_state=fields.get("RelayState", ""),
            **ALGORITHMS,
        )["data"]
    response = client.parse_logout_request_response(fields["SAMLResponse"], BINDING_HTTP_POST)
    assert response.status_ok()
    client.handle_logout_response(response)
    del user["name_id"]
    raise Redirect(f"{HOME}/")


serve(
    {
        "/": lambda *_: {"isIn": "name_id" in user},
        "/metadata": lambda *_: str(entity_descriptor(clients["Assertion"].config)),
        "/sign-in": sign_in,
        "/sign-out": sign_out,
        "/acs": consume,
        "/logout": log_out,
    }
)
