-- Whether a user has an authentication factor is asked in the same look at the table as everything else.
create or replace view searchable_users as
select tenant_id, id, username, primary_email, primary_phone, name, identities, created_at,
  id || E'\n' || coalesce(username, '') || E'\n' || coalesce(primary_email, '') || E'\n' || coalesce(primary_phone, '') ||
  E'\n' || coalesce(name, '') as search_text,
  last_sign_in_at, is_suspended, mfa_verifications <> '[]'::jsonb as has_mfa
from users where tenant_id = current_setting('app.tenant', true)
with check option;
