import os
from functools import partial

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT, entity
from saml2.authn_context import PASSWORDPROTECTEDTRANSPORT
from saml2.config import IdPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server
from saml2.sigver import pre_encryption_part, verify_redirect_signature
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256
from site_pages import HOME, serve

config = IdPConfig()
config.load(
    {
        "entityid": f"{HOME}/idp",
        "key_file": os.environ["KEY"],
        "cert_file": os.environ["CERTIFICATE"],
        "metadata": {"local": [os.environ["METADATA"]]},
        "service": {
            "idp": {
                "endpoints": {"single_sign_on_service": [(f"{HOME}/sso", BINDING_HTTP_REDIRECT)]},
            }
        },
    }
)
server = Server(config=config)
chosen = {}


def use_aes():
    """The library has no setting for the cipher. Its own is Triple DES, which is refused on purpose."""
    entity.pre_encryption_part = partial(
        pre_encryption_part, msg_enc="http://www.w3.org/2009/xmlenc11#aes256-gcm"
    )
    server.sec.encrypt_assertion = partial(server.sec.encrypt_assertion, key_type="aes-256")


def choose(_address, fields):
    """What the next answers are like: `signed`, and `encrypted` by Triple DES or AES."""
    chosen.clear()
    chosen.update(fields)
    if fields.get("encrypted") == "AES":
        use_aes()
    return fields


def sign_in(_address, fields):
    request = server.parse_authn_request(fields["SAMLRequest"], BINDING_HTTP_REDIRECT)
    sp = request.message.issuer.text
    # The library leaves signatures in the address to the application.
    certificates = server.metadata.certs(sp, "spsso", "signing")
    assert any(verify_redirect_signature(fields, server.sec.sec_backend, cert) for cert in certificates)
    arguments = server.response_args(request.message)
    response = server.create_authn_response(
        {"mail": "hedy@film.example", "displayName": "Hedy Lamarr"},
        name_id=NameID(format=NAMEID_FORMAT_PERSISTENT, text="hedy"),
        authn={"class_ref": PASSWORDPROTECTEDTRANSPORT, "authn_auth": HOME},
        sign_response=chosen["signed"] in ("Response", "Both"),
        sign_assertion=chosen["signed"] in ("Assertion", "Both"),
        encrypt_assertion="encrypted" in chosen,
        sign_alg=SIG_RSA_SHA256,
        digest_alg=DIGEST_SHA256,
        **{name: arguments[name] for name in ("in_response_to", "destination", "sp_entity_id")},
    )
    return server.apply_binding(
        BINDING_HTTP_POST, str(response), arguments["destination"], fields["RelayState"], response=True
    )["data"]


serve(
    {
        "/": lambda *_: {},
        "/choose": choose,
        "/metadata": lambda *_: str(entity_descriptor(config)),
        "/sso": sign_in,
    }
)
