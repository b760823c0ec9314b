-- APIs are searched as users are, and for the same reasons: see `searchable_users`.
create view searchable_resources as
select tenant_id, id, name, indicator, id || E'\n' || name || E'\n' || indicator as search_text
from resources where tenant_id = current_setting('app.tenant', true)
with check option;

do $$ begin
  create index resources_search on resources
    using gin ((id || E'\n' || name || E'\n' || indicator) gin_trgm_ops) with (fastupdate = off);
exception when undefined_object then
  raise warning 'APIs are searched without an index: the extension pg_trgm is not there.';
end $$;
