-- How many emails the built-in service has sent for a tenant, by day: the limit of the plan counts them.
create table built_in_email_days (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  day timestamptz not null,
  sent_count int not null default 0,
  primary key (tenant_id, day)
);
create index built_in_email_days_by_day on built_in_email_days (day);
