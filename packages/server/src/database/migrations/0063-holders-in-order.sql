-- With the holders themselves: the first of very many are read without the others.
create index users_roles_in_order on users_roles (tenant_id, role_id, user_id);
create index applications_roles_in_order on applications_roles (tenant_id, role_id, application_id);
drop index users_roles_by_role, applications_roles_by_role;
alter index users_roles_in_order rename to users_roles_by_role;
alter index applications_roles_in_order rename to applications_roles_by_role;
