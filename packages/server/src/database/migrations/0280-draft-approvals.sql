-- Members approve drafts, and drafts are published at a time.
create table draft_approvals (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  draft_id varchar(21) not null,
  user_id varchar(21) not null,
  fingerprint varchar(128) not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, draft_id, user_id),
  foreign key (tenant_id, draft_id) references drafts (tenant_id, id) on delete cascade
);

alter table drafts add column schedule jsonb;
