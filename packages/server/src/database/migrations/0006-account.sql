-- What a signed-in user has proven lately, before a change that only the user may make.
create table verification_records (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  user_id varchar(12) not null,
  type varchar(32) not null,
  -- For codes: the address or number that was proven.
  identifier_type varchar(16),
  identifier_value varchar(128),
  is_verified boolean not null default false,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index verification_records_by_user on verification_records (tenant_id, user_id);
create index verification_records_expired on verification_records (expires_at);
