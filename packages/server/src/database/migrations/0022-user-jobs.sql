-- What became of each line of a file, or of each person, that a job was about.
create table job_results (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  job_id bigint not null,
  row_number int not null,
  subject varchar(256) not null,
  outcome varchar(16) not null,
  user_id varchar(12),
  message text,
  primary key (tenant_id, job_id, row_number),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
);
