-- The user and the session as the identity provider knows them: it names them by this to sign the user out.
alter table sso_assertions add column session jsonb;
