-- Where the audit log is sent to, besides being kept here.
create table log_streams (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(256) not null,
  enabled boolean not null default true,
  config jsonb not null,
  -- Sealed JSON.
  secrets text not null default '',
  signing_key text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

-- How far each has come. Not part of its configuration: undoing a change of that must not send anything again.
create table log_stream_progress (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  stream_id varchar(21) not null,
  -- Everything up to here has arrived.
  position bigint not null,
  sent_count bigint not null default 0,
  last_sent_at timestamptz,
  -- Tries that failed since the last that did not.
  failures int not null default 0,
  error text,
  failed_at timestamptz,
  next_try_at timestamptz,
  primary key (tenant_id, stream_id),
  foreign key (tenant_id, stream_id) references log_streams (tenant_id, id) on delete cascade
);

-- Entries in the order of their numbers. Transactions end in another order: see log-streams/horizon.ts.
alter table logs add column position bigint generated always as identity;
create index logs_by_position on logs (tenant_id, position);

-- Who writes entries holds this lock to the end of its transaction: so it can be told when a number that was given
-- out can no longer appear.
create function hold_log_lock() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(34, 0);
  return null;
end $$;
create trigger hold_log_lock before insert on logs for each statement execute function hold_log_lock();
