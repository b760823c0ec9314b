-- Applications that existed before keep working without PKCE; the server sets it for new ones.
alter table applications add column is_pkce_required boolean not null default false;
