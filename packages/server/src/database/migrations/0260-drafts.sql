create table drafts (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  change_id varchar(21),
  primary key (tenant_id, id)
);
create index drafts_by_time on drafts (tenant_id, created_at desc, id);

create table draft_requests (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  draft_id varchar(21) not null,
  id varchar(21) not null,
  place integer not null,
  method varchar(6) not null,
  path varchar(2048) not null,
  content text not null,
  author jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, draft_id, id),
  foreign key (tenant_id, draft_id) references drafts (tenant_id, id) on delete cascade
);

create table draft_comments (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  draft_id varchar(21) not null,
  id varchar(21) not null,
  text varchar(2048) not null,
  author jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, draft_id, id),
  foreign key (tenant_id, draft_id) references drafts (tenant_id, id) on delete cascade
);
