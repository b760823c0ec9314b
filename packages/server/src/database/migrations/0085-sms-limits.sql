-- Where text messages may go, and how many.
alter table sign_in_experiences add column sms_policy jsonb not null default '{}';

-- What became of text messages, by country and hour: the limit counts those that were asked for, the alarm compares those
-- that were sent with those whose code came back.
create table sms_hours (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  country varchar(32) not null,
  hour timestamptz not null,
  asked_count int not null default 0,
  sent_count int not null default 0,
  verified_count int not null default 0,
  alarmed_at timestamptz,
  primary key (tenant_id, country, hour)
);
create index sms_hours_by_hour on sms_hours (hour);
