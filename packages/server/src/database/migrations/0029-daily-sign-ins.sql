-- What people did on the sign-in pages, counted by the day: dashboards never count log entries themselves.
create table daily_interactions (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  date date not null,
  key varchar(128) not null,
  outcome varchar(16) not null,
  count bigint not null,
  primary key (tenant_id, date, key, outcome)
);

create function outcome_of(payload jsonb) returns text language sql immutable as $$
  select case
    when payload ->> 'result' = 'Success' then 'Success'
    when payload -> 'error' ->> 'code' = 'session.verification_blocked_too_many_attempts'
      or payload -> 'error' ->> 'code' like 'session.captcha\_%'
      or payload -> 'error' ->> 'code' like 'session.email\_blocklist.%' then 'Blocked'
    else 'Error'
  end
$$;

insert into daily_interactions (tenant_id, date, key, outcome, count)
select tenant_id, (created_at at time zone 'UTC')::date, key, outcome_of(payload), count(*)
from logs where key like 'Interaction.%' group by 1, 2, 3, 4;

create function count_interactions() returns trigger language plpgsql as $$
begin
  insert into daily_interactions (tenant_id, date, key, outcome, count)
  select tenant_id, (created_at at time zone 'UTC')::date, key, outcome_of(payload), count(*)
  from added where key like 'Interaction.%' group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (tenant_id, date, key, outcome)
  do update set count = daily_interactions.count + excluded.count;
  return null;
end $$;
create trigger count_interactions after insert on logs
  referencing new table as added for each statement execute function count_interactions();
