-- What users are told about their own account by email.
alter table sign_in_experiences add column security_notices jsonb not null default '{}';

-- Since when the devices of all sign-ins are remembered: a user who last signed in before that has no device to compare with.
alter table tenants add column devices_known_since timestamptz not null default now();

-- Why a user is suspended, where no administrator did it.
alter table users add column suspension_reason varchar(32);

-- Links in security notices that lock the account. A link is deleted when it is used.
create table lock_links (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  token_hash varchar(64) not null,
  user_id varchar(12) not null,
  notice varchar(32) not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash)
);
create index lock_links_of_user on lock_links (tenant_id, user_id);
create index lock_links_old on lock_links (expires_at);
