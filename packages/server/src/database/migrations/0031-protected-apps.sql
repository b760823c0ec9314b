-- A custom domain can lead to a protected application instead of the tenant's own pages; each has one at most.
alter table domains add column application_id varchar(21);
alter table domains add foreign key (tenant_id, application_id) references applications (tenant_id, id);
create unique index domains_application on domains (tenant_id, application_id) where application_id is not null;
