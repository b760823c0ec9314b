-- What a provider has said of somebody elsewhere counts once: for the sign-in that brought it first.
create table used_credentials (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  digest varchar(64) not null,
  interaction_id varchar(64) not null,
  expires_at timestamptz not null,
  primary key (tenant_id, digest)
);
create index used_credentials_expired on used_credentials (expires_at);
