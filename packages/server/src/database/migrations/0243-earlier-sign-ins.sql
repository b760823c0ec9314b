-- The sign-ins of the last 14 days. Earlier ones stay in the list of events.
update logs set sign_in_id = payload ->> 'sessionId'
where created_at >= now() - interval '14 days' and sign_in_id is null and payload ->> 'sessionId' is not null
  and key not like 'TriggerHook.%';

insert into sign_ins (tenant_id, id, user_id, application_id, outcome, decided_at, started_at, ended_at)
select tenant_id, left(sign_in_id, 64),
  (array_agg(user_id order by created_at desc, position desc) filter (where user_id is not null))[1],
  (array_agg(application_id order by created_at desc, position desc) filter (where application_id is not null))[1],
  coalesce((array_agg(result order by created_at desc, position desc)
    filter (where decides_sign_in(key, result)))[1], 'Open'),
  max(created_at) filter (where decides_sign_in(key, result)),
  min(created_at), max(created_at)
from logs where created_at >= now() - interval '14 days' and sign_in_id is not null and key not like 'TriggerHook.%'
group by 1, 2
on conflict do nothing;
