-- When the user signed in at the identity provider, if it says so.
alter table sso_assertions add column authenticated_at timestamptz;
