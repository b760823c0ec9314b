-- As all other ages are indexed: newest first, so that one order serves every list both ways.
create index roles_newest_first on roles (tenant_id, created_at desc, id);
create index resources_newest_first on resources (tenant_id, created_at desc, id);
drop index roles_by_age, resources_by_age;
alter index roles_newest_first rename to roles_by_age;
alter index resources_newest_first rename to resources_by_age;

-- Who is suspended is asked without a second look at the table.
create or replace view searchable_users as
select tenant_id, id, username, primary_email, primary_phone, name, identities, created_at,
  id || E'\n' || coalesce(username, '') || E'\n' || coalesce(primary_email, '') || E'\n' || coalesce(primary_phone, '') ||
  E'\n' || coalesce(name, '') as search_text,
  last_sign_in_at, is_suspended
from users where tenant_id = current_setting('app.tenant', true)
with check option;

-- Roles and applications are searched as users are, and for the same reasons: see `searchable_users`.
create view searchable_roles as
select tenant_id, id, name, description, id || E'\n' || name || E'\n' || description as search_text
from roles where tenant_id = current_setting('app.tenant', true)
with check option;

create view searchable_applications as
select tenant_id, id, name, description, id || E'\n' || name || E'\n' || coalesce(description, '') as search_text
from applications where tenant_id = current_setting('app.tenant', true)
with check option;

do $$ begin
  create index roles_search on roles
    using gin ((id || E'\n' || name || E'\n' || description) gin_trgm_ops) with (fastupdate = off);
  create index applications_search on applications
    using gin ((id || E'\n' || name || E'\n' || coalesce(description, '')) gin_trgm_ops) with (fastupdate = off);
exception when undefined_object then
  raise warning 'Roles and applications are searched without an index: the extension pg_trgm is not there.';
end $$;
