-- One row for each sign-in: lists of them never group log entries. What is personal stays in the entries, under the key of
-- the person.
create table sign_ins (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(64) not null,
  user_id text,
  application_id text,
  -- Success or Error, as its latest decisive entry says; Open before there is one.
  outcome varchar(16) not null,
  decided_at timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (tenant_id, id)
);
create index sign_ins_by_age on sign_ins (tenant_id, started_at desc, id desc);
create index sign_ins_by_outcome on sign_ins (tenant_id, outcome, started_at desc, id desc);
create index sign_ins_by_user on sign_ins (tenant_id, user_id, started_at desc, id desc) where user_id is not null;
create index sign_ins_by_application on sign_ins (tenant_id, application_id, started_at desc, id desc)
  where application_id is not null;

create function decides_sign_in(key text, result text) returns boolean language sql immutable as $$
  select result = 'Error' or key in (
    'Interaction.End', 'Interaction.SignIn.Submit', 'Interaction.Register.Submit', 'ExchangeTokenBy.AuthorizationCode',
    'SamlApplication.Callback')
$$;

-- The function of the trigger that counts what is logged. Entries of earlier versions only name the interaction. Sign-ins
-- come in the order of their IDs, so that two processes that write entries of the same ones wait instead of blocking each
-- other.
create or replace function count_interactions() returns trigger language plpgsql as $$
begin
  insert into interaction_counts (tenant_id, date, key, outcome, count)
  select tenant_id, (created_at at time zone 'UTC')::date, key, outcome_of(payload), count(*)
  from added where key like 'Interaction.%' group by 1, 2, 3, 4;

  insert into application_counts (tenant_id, application_id, hour, sign_ins, failures, last_sign_in_at)
  select added.tenant_id, applications.id, date_trunc('hour', added.created_at),
    count(*) filter (where is_application_sign_in(added.key, added.result)),
    count(*) filter (where is_application_failure(added.key, added.result)),
    max(added.created_at) filter (where is_application_sign_in(added.key, added.result))
  from added
  join applications on applications.tenant_id = added.tenant_id and applications.id = added.application_id
  where is_application_sign_in(added.key, added.result) or is_application_failure(added.key, added.result)
  group by 1, 2, 3;

  update logs set sign_in_id = added.payload ->> 'sessionId'
  from added
  where logs.tenant_id = added.tenant_id and logs.id = added.id and added.sign_in_id is null
    and added.payload ->> 'sessionId' is not null and added.key not like 'TriggerHook.%';

  insert into sign_ins (tenant_id, id, user_id, application_id, outcome, decided_at, started_at, ended_at)
  select tenant_id, left(coalesce(payload ->> 'signInId', payload ->> 'sessionId'), 64),
    (array_agg(user_id order by created_at desc, position desc) filter (where user_id is not null))[1],
    (array_agg(application_id order by created_at desc, position desc) filter (where application_id is not null))[1],
    coalesce((array_agg(result order by created_at desc, position desc)
      filter (where decides_sign_in(key, result)))[1], 'Open'),
    max(created_at) filter (where decides_sign_in(key, result)),
    min(created_at), max(created_at)
  from added
  where coalesce(payload ->> 'signInId', payload ->> 'sessionId') is not null and key not like 'TriggerHook.%'
  group by 1, 2 order by 1, 2
  on conflict (tenant_id, id) do update set
    user_id = coalesce(excluded.user_id, sign_ins.user_id),
    application_id = coalesce(excluded.application_id, sign_ins.application_id),
    outcome = case when excluded.decided_at >= coalesce(sign_ins.decided_at, excluded.decided_at)
      then excluded.outcome else sign_ins.outcome end,
    decided_at = greatest(sign_ins.decided_at, excluded.decided_at),
    started_at = least(sign_ins.started_at, excluded.started_at),
    ended_at = greatest(sign_ins.ended_at, excluded.ended_at);
  return null;
end $$;
