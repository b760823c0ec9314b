-- Sign-ins to each application by day: hours are only kept for two weeks, and dashboards look back further.
create table application_days (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  date date not null,
  sign_ins bigint not null,
  failures bigint not null,
  primary key (tenant_id, date, application_id)
);

insert into application_days (tenant_id, application_id, date, sign_ins, failures)
select tenant_id, application_id, (hour at time zone 'UTC')::date, sum(sign_ins), sum(failures)
from application_hours group by 1, 2, 3;
