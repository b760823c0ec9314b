-- Found by who sweeps out what is used up.
create index one_time_tokens_expired on one_time_tokens (expires_at);

-- Behind row-level security no expression on JSON may use an index: the actor's id is a column of its own.
alter table changes add column actor_id text generated always as (actor ->> 'id') stored;
drop index changes_by_actor;
create index changes_by_actor on changes (tenant_id, actor_id, created_at desc, id);

-- Each change in a list is asked whether another one undid it.
create index changes_by_reverted on changes (tenant_id, reverts) where reverts is not null;

-- Organizations are searched as users are, and for the same reasons: see `searchable_users`.
create view searchable_organizations as
select tenant_id, id, name, id || E'\n' || name as search_text
from organizations where tenant_id = current_setting('app.tenant', true)
with check option;

do $$ begin
  create index organizations_search on organizations
    using gin ((id || E'\n' || name) gin_trgm_ops) with (fastupdate = off);
exception when undefined_object then
  raise warning 'Organizations are searched without an index: the extension pg_trgm is not there.';
end $$;
