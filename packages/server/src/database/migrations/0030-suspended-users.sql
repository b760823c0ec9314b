-- The few who are suspended are found without reading everybody.
create index users_suspended on users (tenant_id, created_at desc, id) where is_suspended;
