-- Each change is linked to the one before it in its tenant, shortly after its commit. Null: not linked yet.
alter table changes add column sequence bigint;
alter table changes add column hash text;
create unique index changes_in_chain on changes (tenant_id, sequence) where sequence is not null;
create index changes_to_link on changes (tenant_id, created_at, id) where sequence is null;

-- Where the chain of a tenant ends, and where it begins since retention has removed what was before.
create table change_chains (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  sequence bigint not null default 0,
  hash text not null,
  removed_sequence bigint not null default 0,
  removed_hash text not null,
  -- When the last change that was removed had been made.
  removed_at timestamptz,
  primary key (tenant_id)
);

-- Tables of the embedded database whose files still hold, in dead rows, what was readable before it was sealed or removed.
create table rewrites (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  name varchar(64) not null,
  noted_at timestamptz not null,
  primary key (tenant_id, name)
);
