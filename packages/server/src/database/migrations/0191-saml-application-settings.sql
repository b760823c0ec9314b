alter table saml_application_configs
  -- URLs of service providers can be long: 1,024 characters (SAML core, section 8.3.6).
  alter column entity_id type text,
  -- What is signed: Assertion, Response or Both.
  add column signed_element varchar(16) not null default 'Assertion',
  -- The service provider's certificates for its requests, and whether requests without a signature are refused.
  add column request_signing jsonb,
  -- Sign-in that begins here, with the relay state that goes along; null where it is off.
  add column idp_initiated jsonb;
