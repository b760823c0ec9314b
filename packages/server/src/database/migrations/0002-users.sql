-- Users by the million: counted, searched and paged without reading them all; and what hangs from a user.

select set_config('app.tenant', '*', true);

-- How many users there are, by the day (UTC) on which they were created. The total, the newcomers of a day and the
-- place where a deep page begins are all sums of a few of these rows.
create table daily_users (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  date date not null,
  count bigint not null,
  primary key (tenant_id, date)
);
insert into daily_users (tenant_id, date, count)
select tenant_id, (created_at at time zone 'UTC')::date, count(*) from users group by 1, 2;

create function count_new_users() returns trigger language plpgsql as $$
begin
  insert into daily_users (tenant_id, date, count)
  select tenant_id, (created_at at time zone 'UTC')::date, count(*) from added group by 1, 2 order by 1, 2
  on conflict (tenant_id, date) do update set count = daily_users.count + excluded.count;
  return null;
end $$;
create trigger count_new_users after insert on users
  referencing new table as added for each statement execute function count_new_users();

create function count_deleted_users() returns trigger language plpgsql as $$
begin
  update daily_users set count = daily_users.count - gone.count
  from (
    select tenant_id, (created_at at time zone 'UTC')::date as date, count(*) as count from removed group by 1, 2
  ) gone
  where daily_users.tenant_id = gone.tenant_id and daily_users.date = gone.date;
  return null;
end $$;
create trigger count_deleted_users after delete on users
  referencing old table as removed for each statement execute function count_deleted_users();

-- Behind row-level security only leakproof operators may use an index, and neither LIKE nor lower() is one. A view is
-- read with the rights of its owner: it is a wall of its own, by its condition, that leaves the indexes usable.
-- All that can be searched is also one text, a line for each field: names return in addresses and usernames, and one
-- index of them all is smaller and is read once.
create view searchable_users as
select tenant_id, id, username, primary_email, primary_phone, name, identities, created_at,
  id || E'\n' || coalesce(username, '') || E'\n' || coalesce(primary_email, '') || E'\n' || coalesce(primary_phone, '') ||
  E'\n' || coalesce(name, '') as search_text
from users where tenant_id = current_setting('app.tenant', true)
with check option;

create index users_identities on users using gin (identities jsonb_path_ops);

-- The extension comes with PostgreSQL, and the owner of a database may create it. Where it is missing everything works,
-- but a search reads every user. Not led by the tenant: a small tenant is read by its own index, and for a large one
-- the list of all its users would cost more than the few of others that match. New users go into the index at once:
-- a list of pending ones would be read by every search.
do $$ begin
  create extension if not exists pg_trgm;
  create index users_search on users using gin ((
    id || E'\n' || coalesce(username, '') || E'\n' || coalesce(primary_email, '') || E'\n' || coalesce(primary_phone, '') ||
    E'\n' || coalesce(name, '')
  ) gin_trgm_ops) with (fastupdate = off);
exception when undefined_file or insufficient_privilege or feature_not_supported or undefined_object then
  raise warning 'Users are searched without an index: the extension pg_trgm is not there.';
end $$;

create table personal_access_tokens (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  user_id varchar(12) not null,
  name varchar(256) not null,
  -- Sealed by the vault, and hashed to be found by.
  value text not null,
  value_hash varchar(64) not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (tenant_id, user_id, name),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create unique index personal_access_tokens_value on personal_access_tokens (tenant_id, value_hash);

create table user_sso_identities (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  user_id varchar(12) not null,
  issuer varchar(256) not null,
  identity_id varchar(128) not null,
  detail jsonb not null default '{}',
  sso_connector_id varchar(128) not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create unique index user_sso_identities_identity on user_sso_identities (tenant_id, issuer, identity_id);
create index user_sso_identities_by_user on user_sso_identities (tenant_id, user_id);

-- Whose session or grant it is. A column, because what is inside of JSON has no leakproof operator either.
alter table oidc_model_instances add column account_id varchar(128) generated always as (payload ->> 'accountId') stored;
create index oidc_model_instances_by_account on oidc_model_instances (tenant_id, account_id, model_name) where account_id is not null;

alter table logs add column user_id text generated always as (payload ->> 'userId') stored;
alter table logs add column application_id text generated always as (payload ->> 'applicationId') stored;
drop index logs_by_user;
drop index logs_by_application;
create index logs_by_user on logs (tenant_id, user_id, created_at desc) where user_id is not null;
create index logs_by_application on logs (tenant_id, application_id, created_at desc) where application_id is not null;

-- How many different users were active on a day, in the 7 and in the 30 days up to it.
create table daily_activity (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  date date not null,
  daily bigint not null,
  weekly bigint not null,
  monthly bigint not null,
  primary key (tenant_id, date)
);
insert into daily_activity (tenant_id, date, daily, weekly, monthly)
select day.tenant_id, day.date,
  count(distinct active.user_id) filter (where active.date = day.date),
  count(distinct active.user_id) filter (where active.date > day.date - 7),
  count(distinct active.user_id)
from (select distinct tenant_id, date from daily_active_users) day
join daily_active_users active
  on active.tenant_id = day.tenant_id and active.date > day.date - 30 and active.date <= day.date
group by 1, 2;
