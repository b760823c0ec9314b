-- Links by which chosen users see the sign-in pages with the settings of a draft.
create table draft_previews (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  draft_id varchar(21) not null,
  token_hash varchar(64) not null,
  author jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, draft_id) references drafts (tenant_id, id) on delete cascade
);
create index draft_previews_by_draft on draft_previews (tenant_id, draft_id);

create table draft_preview_testers (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  preview_id varchar(21) not null,
  user_id varchar(12) not null,
  primary key (tenant_id, preview_id, user_id),
  foreign key (tenant_id, preview_id) references draft_previews (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index draft_preview_testers_by_user on draft_preview_testers (tenant_id, user_id);

-- What a tester has done in a preview so far.
create table draft_preview_sessions (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  preview_id varchar(21) not null,
  user_id varchar(12) not null,
  token_hash varchar(64) not null,
  content text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, preview_id, user_id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, preview_id, user_id)
    references draft_preview_testers (tenant_id, preview_id, user_id) on delete cascade
);
