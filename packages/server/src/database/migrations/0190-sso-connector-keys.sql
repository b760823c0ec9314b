-- Keys of enterprise connectors by SAML: those that sign our requests, and the one that opens encrypted assertions.
create table sso_connector_keys (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  connector_id varchar(128) not null,
  purpose varchar(16) not null check (purpose in ('signing', 'encryption')),
  -- PEM, sealed by the vault.
  private_key text not null,
  certificate text not null,
  active boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create unique index sso_connector_keys_one_active
  on sso_connector_keys (tenant_id, connector_id, purpose) where active;
create index sso_connector_keys_of_connector on sso_connector_keys (tenant_id, connector_id, created_at);

-- Keys so far were valid for ten years, and no older than their connector.
insert into sso_connector_keys
  (tenant_id, id, connector_id, purpose, private_key, certificate, active, created_at, expires_at)
select tenant_id, substr(md5(random()::text || id), 1, 21), id, 'signing', signing_key, signing_certificate, true,
  created_at, created_at + interval '10 years'
from sso_connectors
where signing_key is not null and signing_certificate is not null;
