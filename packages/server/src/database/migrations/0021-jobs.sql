-- Work that is done later, or takes long. It is queued in the transaction that wants it.
create table jobs (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id bigint not null generated always as identity,
  name varchar(64) not null,
  data jsonb not null default '{}',
  -- waiting, running, done, failed, cancelled
  state varchar(16) not null default 'waiting',
  -- Only so many of one lane run at once, so that a slow receiver does not keep the others waiting.
  lane varchar(64),
  -- Those with the same key run one after the other, in the order in which they came.
  order_key varchar(256),
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  -- Whoever took it and died leaves it to the next after that.
  leased_until timestamptz,
  progress jsonb not null default '{}',
  error text,
  origin jsonb not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index jobs_due on jobs (name, due_at, id) where finished_at is null;
create index jobs_in_order on jobs (tenant_id, order_key, id) where finished_at is null;
create index jobs_by_age on jobs (tenant_id, id desc);
create index jobs_finished on jobs (finished_at) where finished_at is not null;

-- What the server does again and again by itself; whichever process comes first does it.
create table schedules (
  name varchar(64) not null primary key,
  due_at timestamptz not null,
  leased_until timestamptz,
  finished_at timestamptz,
  error text
);
-- It belongs to no tenant: only transactions across tenants see it.
alter table schedules enable row level security;
create policy every_tenant on schedules using (current_setting('app.tenant', true) = '*');

-- Events that were there before anybody delivered them are not told any more.
alter table events add column dispatched_at timestamptz default now();
alter table events alter column dispatched_at drop default;
create index events_waiting on events (id) where dispatched_at is null;
create index events_dispatched on events (dispatched_at) where dispatched_at is not null;

-- How the deliveries of a webhook went, by the hour.
create table hook_hours (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  hook_id varchar(21) not null,
  hour timestamptz not null,
  success_count int not null default 0,
  error_count int not null default 0,
  primary key (tenant_id, hook_id, hour),
  foreign key (tenant_id, hook_id) references hooks (tenant_id, id) on delete cascade
);
create index hook_hours_by_age on hook_hours (hour);
