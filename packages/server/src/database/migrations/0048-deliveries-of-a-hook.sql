-- Requests to a webhook are found as entries of a user are: behind row-level security no expression on JSON uses an index.
alter table logs add column hook_id text generated always as (payload ->> 'hookId') stored;
drop index logs_by_hook;
create index logs_by_hook on logs (tenant_id, hook_id, created_at desc, id) where hook_id is not null;
