-- The slugs of objects in the files of a bundle, which stay when an object is renamed, and what was last applied.
create table bundle_objects (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  kind varchar(64) not null,
  object_id varchar(128) not null,
  slug varchar(128) not null,
  -- Of the file as it was applied; null where the object was only exported.
  applied_hash varchar(64),
  -- The names of the variables that stand for secrets, by path.
  secret_names jsonb not null default '{}',
  primary key (tenant_id, kind, object_id)
);
create unique index bundle_objects_by_slug on bundle_objects (tenant_id, kind, slug);
