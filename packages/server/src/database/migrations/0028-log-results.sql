-- Failures are few among many entries: they are found by an index, not by reading the whole log.
alter table logs add column result text generated always as (payload ->> 'result') stored;
create index logs_by_result on logs (tenant_id, result, created_at desc, id);
