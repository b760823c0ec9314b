-- What an identity provider has said of somebody by SAML: once, and for the browser that comes back with its id.
create table sso_assertions (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(32) not null,
  connector_id varchar(128) not null,
  -- The id that the identity provider gave it: nobody uses it twice.
  assertion_id varchar(256) not null,
  -- The request that it answers; without one the identity provider has begun the sign-in.
  in_response_to varchar(256),
  issuer varchar(256) not null,
  account jsonb not null,
  is_used boolean not null default false,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create unique index sso_assertions_once on sso_assertions (tenant_id, connector_id, assertion_id);
create index sso_assertions_expired on sso_assertions (expires_at);

alter table sso_connectors
  -- The key that signs our requests by SAML: PEM, the private one sealed by the vault.
  add column signing_key text,
  add column signing_certificate text,
  -- What happens when the identity provider begins the sign-in.
  add column idp_initiated_auth_config jsonb;
