-- The order of two lists, so that a page of very many is found without sorting them all.
create index roles_by_age on roles (tenant_id, created_at, id);
create index resources_by_age on resources (tenant_id, created_at, id);
