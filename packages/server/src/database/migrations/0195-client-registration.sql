-- Tokens with which software may register itself as a client (RFC 7591 section 3).
create table initial_access_tokens (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null,
  token_hash varchar(64) not null,
  expires_at timestamptz,
  maximum_uses int,
  use_count int not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index initial_access_tokens_by_hash on initial_access_tokens (tenant_id, token_hash);

-- Applications that registered themselves.
create table client_registrations (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  -- Of the registration access token; null once a deletion was undone.
  token_hash varchar(64),
  -- The name stays when the initial access token is revoked.
  initial_access_token_name varchar(128),
  -- What the client said of itself that an application has no place for.
  metadata jsonb not null default '{}',
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, application_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
