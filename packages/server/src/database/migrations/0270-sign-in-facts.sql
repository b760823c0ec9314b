-- What the rules knew when they decided about a step of a sign-in, so that other settings can be tried on it. Nothing that
-- tells of a person but the ID: of addresses, only the domain.
create table sign_in_facts (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  sign_in_id varchar(64) not null,
  id varchar(21) not null,
  stage varchar(16) not null,
  user_id text,
  application_id text,
  rule varchar(64),
  code varchar(128),
  facts jsonb not null,
  created_at timestamptz not null,
  -- Read by sign-in: IDs are random, so that the first ones are a sample.
  primary key (tenant_id, sign_in_id, id)
);
create index sign_in_facts_by_age on sign_in_facts (tenant_id, created_at);
create index sign_in_facts_by_user on sign_in_facts (tenant_id, user_id) where user_id is not null;

alter table sign_in_experiences add column sign_in_records jsonb not null default '{}';
