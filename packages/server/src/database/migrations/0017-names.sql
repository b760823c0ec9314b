-- Names that must be one's own: usernames where case does not count, domains once they are proved.

-- Whether case counts is a setting of the tenant, so an index cannot know it: the writers of a name wait for each other
-- instead, and those of the setting for every writer of a name. Users are looked up through the view that may use the
-- index on lower(username).
create function keep_usernames_apart() returns trigger language plpgsql as $$
declare
  case_counts boolean;
begin
  if new.username is null then return new; end if;
  if tg_op = 'UPDATE' then
    if new.username is not distinct from old.username then return new; end if;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('gatehouse.username_policy'), hashtext(new.tenant_id));
  select (username_policy ->> 'caseSensitive')::boolean into case_counts
  from sign_in_experiences where tenant_id = new.tenant_id and id = 'default';
  if coalesce(case_counts, true) then return new; end if;
  perform pg_advisory_xact_lock(hashtext('gatehouse.username'), hashtext(new.tenant_id || ' ' || lower(new.username)));
  if exists (
    select from searchable_users
    where tenant_id = new.tenant_id and lower(username) = lower(new.username) and id <> new.id
  ) then
    raise exception 'the username differs from another one by nothing but its case'
      using errcode = 'unique_violation', constraint = 'users_username';
  end if;
  return new;
end $$;
create trigger keep_usernames_apart before insert or update of username on users
  for each row execute function keep_usernames_apart();

create function refuse_username_conflicts() returns trigger language plpgsql as $$
begin
  if (new.username_policy ->> 'caseSensitive')::boolean then return new; end if;
  if not (old.username_policy ->> 'caseSensitive')::boolean then return new; end if;
  perform pg_advisory_xact_lock(hashtext('gatehouse.username_policy'), hashtext(new.tenant_id));
  if exists (
    select from searchable_users
    where tenant_id = new.tenant_id and username is not null
    group by lower(username) having count(*) > 1
  ) then
    raise exception 'there are usernames that differ by nothing but their case'
      using errcode = 'unique_violation', constraint = 'sign_in_experiences_username_policy';
  end if;
  return new;
end $$;
create trigger refuse_username_conflicts before update of username_policy on sign_in_experiences
  for each row execute function refuse_username_conflicts();

-- Anybody can claim a name; it is whose records say so first.
drop index domains_host;
create unique index domains_host on domains (lower(domain)) where status in ('PendingSsl', 'Active');
create unique index domains_name on domains (tenant_id, lower(domain));

-- Applications that are named by the address of a document about them have no row of their own.
alter table users add column cimd_client_id varchar(1024);
create table cimd_consent_organizations (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  client_id varchar(1024) not null,
  user_id varchar(12) not null,
  organization_id varchar(23) not null,
  primary key (tenant_id, client_id, user_id, organization_id),
  foreign key (tenant_id, organization_id, user_id)
    references organization_users (tenant_id, organization_id, user_id) on delete cascade
);
create index cimd_consent_organizations_by_member on cimd_consent_organizations (tenant_id, organization_id, user_id);
