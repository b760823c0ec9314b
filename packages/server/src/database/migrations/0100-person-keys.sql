-- The key that seals what history, logs, events, deliveries and job results hold about a person. The subject is the ID
-- of a user, or a keyed hash of an email address or phone number that belongs to no user. Erasure destroys the key and
-- keeps the row, so that no new key is made for the same person.
create table person_keys (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  subject varchar(64) not null,
  -- Sealed by the vault; null once erased.
  key text,
  created_at timestamptz not null default now(),
  -- When the user was deleted; the erasure follows after a grace period.
  deleted_at timestamptz,
  erased_at timestamptz,
  primary key (tenant_id, subject)
);
create index person_keys_due on person_keys (deleted_at) where deleted_at is not null and erased_at is null;

-- Keys of a tenant, by what they are for, sealed by the vault.
create table tenant_keys (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  purpose varchar(32) not null,
  key text not null,
  primary key (tenant_id, purpose)
);

-- Sealed names are longer than the names.
alter table job_results alter column subject type text;
