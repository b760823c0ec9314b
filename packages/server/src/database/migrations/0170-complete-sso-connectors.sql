-- Whether the configuration says enough to sign in by it. It is sealed, and the sign-in pages must not open it to find out.
alter table sso_connectors add column is_complete boolean not null default true;
