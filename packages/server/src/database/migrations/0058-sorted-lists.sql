-- The orders that lists can be asked for besides their own, so that a page of very many is found without sorting them all.
create index users_by_name on users
  (tenant_id, lower(coalesce(nullif(name, ''), username, primary_email, primary_phone, id)), id);
create index applications_by_name on applications (tenant_id, lower(name), id);
create index organizations_by_name on organizations (tenant_id, lower(name), id);
create index roles_by_name on roles (tenant_id, lower(name), id);
create index resources_by_name on resources (tenant_id, lower(name), id);

create or replace view searchable_users as
select tenant_id, id, username, primary_email, primary_phone, name, identities, created_at,
  id || E'\n' || coalesce(username, '') || E'\n' || coalesce(primary_email, '') || E'\n' || coalesce(primary_phone, '') ||
  E'\n' || coalesce(name, '') as search_text,
  last_sign_in_at
from users where tenant_id = current_setting('app.tenant', true)
with check option;
