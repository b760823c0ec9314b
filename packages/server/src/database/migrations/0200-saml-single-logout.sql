-- Where the service provider takes messages of single logout, and by which binding; null where it takes none.
alter table saml_application_configs add column single_logout jsonb;

-- Who else knows of a session by SAML: service providers that we told of it, and the identity provider that told us.
create table saml_sessions (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  session_uid varchar(128) not null,
  peer_kind varchar(16) not null check (peer_kind in ('application', 'connector')),
  peer_id varchar(128) not null,
  user_id varchar(12) not null,
  -- The user and the session as the other side knows them.
  name_id varchar(256) not null,
  name_id_format varchar(256),
  session_index varchar(256),
  created_at timestamptz not null default now(),
  primary key (tenant_id, session_uid, peer_kind, peer_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index saml_sessions_of_peer on saml_sessions (tenant_id, peer_kind, peer_id, name_id);
create index saml_sessions_of_user on saml_sessions (tenant_id, user_id);

-- Sign-outs that go from one service provider to the next, and where the browser is now.
create table saml_logouts (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(32) not null,
  -- The request that is still to be answered.
  request_id varchar(64),
  state jsonb not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index saml_logouts_by_request on saml_logouts (tenant_id, request_id);
create index saml_logouts_expired on saml_logouts (expires_at);
