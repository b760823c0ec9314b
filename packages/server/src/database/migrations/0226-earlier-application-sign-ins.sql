-- What was logged before the hours were counted. A file of its own: while it reads, entries can be written.
insert into application_hours (tenant_id, application_id, hour, sign_ins, failures, last_sign_in_at)
select logs.tenant_id, applications.id, date_trunc('hour', logs.created_at),
  count(*) filter (where is_application_sign_in(logs.key, logs.result)),
  count(*) filter (where is_application_failure(logs.key, logs.result)),
  max(logs.created_at) filter (where is_application_sign_in(logs.key, logs.result))
from logs
join applications on applications.tenant_id = logs.tenant_id and applications.id = logs.application_id
where logs.created_at >= now() - interval '14 days' and logs.created_at < date_trunc('hour', now())
  and (is_application_sign_in(logs.key, logs.result) or is_application_failure(logs.key, logs.result))
group by 1, 2, 3
on conflict do nothing;
