-- Until when the certificates of enterprise connectors sign, and whom we have told of it.
create table sso_certificates (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  connector_id varchar(128) not null,
  expires_at timestamptz not null,
  -- The fewest days ahead that were told of; null before the first time.
  told_days int,
  primary key (tenant_id, connector_id),
  foreign key (tenant_id, connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
