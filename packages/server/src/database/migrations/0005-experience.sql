-- Codes that were sent to prove an address or a number. Never the code itself; gone soon after their time.
create table passcodes (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  -- SHA-256 of the id and the code, in hex.
  code_hash varchar(64) not null,
  -- email or phone.
  identifier_type varchar(16) not null,
  identifier_value varchar(128) not null,
  tries int not null default 0,
  is_used boolean not null default false,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create index passcodes_expired on passcodes (expires_at);
