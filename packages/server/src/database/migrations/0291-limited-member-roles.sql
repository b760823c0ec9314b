-- Roles of members can be limited to applications and organizations. These permissions are kept apart from the others, so
-- that the version before, which knows no limits, gives none of them.
alter table member_roles add column limited jsonb;
