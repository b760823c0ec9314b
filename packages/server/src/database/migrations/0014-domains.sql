-- When the records of a domain were last looked at, and what was wrong with them: `[{ "code", "data" }]`.
alter table domains add column checked_at timestamptz;
alter table domains add column problems jsonb not null default '[]';
create index domains_by_check on domains (checked_at nulls first);
