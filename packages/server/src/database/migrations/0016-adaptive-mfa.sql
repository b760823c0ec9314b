-- Second factors only where a sign-in is unusual, and where own sign-in pages may load scripts and data from.
alter table sign_in_experiences
  add column adaptive_mfa jsonb not null default '{}',
  add column custom_ui_csp jsonb not null default '{}';

-- Devices (SHA-256 of the value of a cookie) and countries that a user has signed in from.
create table sign_in_places (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  user_id varchar(12) not null,
  -- device or country.
  kind varchar(16) not null,
  value varchar(64) not null,
  seen_at timestamptz not null default now(),
  primary key (tenant_id, user_id, kind, value),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index sign_in_places_old on sign_in_places (seen_at);
