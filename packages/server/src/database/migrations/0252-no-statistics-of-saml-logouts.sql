-- As 0251, for what identity providers and service providers say of people: these tables are often empty, and then the
-- planner keeps what it saw last.
alter table saml_logouts alter column state type jsonb;
alter table saml_logouts alter column state set statistics 0;
alter table sso_assertions alter column account type jsonb;
alter table sso_assertions alter column account set statistics 0;
alter table sso_assertions alter column session type jsonb;
alter table sso_assertions alter column session set statistics 0;
