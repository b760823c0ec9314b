-- What is counted of the sign-in pages is put down beside the day first: an update of the day's row would make everybody
-- who logs something of the same tenant wait for each other. A schedule adds it to the day.
create table interaction_counts (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id bigint not null generated always as identity,
  date date not null,
  key varchar(128) not null,
  outcome varchar(16) not null,
  count bigint not null,
  primary key (tenant_id, id)
);

create or replace function count_interactions() returns trigger language plpgsql as $$
begin
  insert into interaction_counts (tenant_id, date, key, outcome, count)
  select tenant_id, (created_at at time zone 'UTC')::date, key, outcome_of(payload), count(*)
  from added where key like 'Interaction.%' group by 1, 2, 3, 4;
  return null;
end $$;
