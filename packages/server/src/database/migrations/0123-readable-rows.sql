-- Rows that an earlier version may have left readable, to be sealed in the background. Null: not looked at yet.
alter table logs add column is_sealed boolean;
create index logs_to_seal on logs (tenant_id, position) where is_sealed is null;
alter table job_results add column is_sealed boolean;
create index job_results_to_seal on job_results (tenant_id, job_id, row_number) where is_sealed is null;
create index messages_to_strip on messages (tenant_id, id) where sent_at is not null and recipient not like 'mark.%';
