-- Which sign-in an entry belongs to. A plain column: one that the database generates would rewrite the whole log while
-- nobody can use it.
alter table logs add column sign_in_id text;
create index logs_by_sign_in on logs (tenant_id, sign_in_id, created_at) where sign_in_id is not null;
