-- Roles that the administrators of a tenant make for its members, in the admin tenant beside the organization roles that
-- members hold. Permissions that are no organization scopes exist here only.
create table member_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  organization_role_id varchar(21) not null,
  organization_id varchar(23) not null,
  name varchar(128) not null,
  description varchar(256),
  permissions jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, organization_role_id),
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade
);
create unique index member_roles_name on member_roles (tenant_id, organization_id, lower(name));
