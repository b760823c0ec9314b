-- Organizations: who belongs to them, what their roles allow, who joins by themselves, who is invited.

create index organization_users_by_age on organization_users (tenant_id, organization_id, created_at desc, user_id);
create index organization_role_scopes_by_scope on organization_role_scopes (tenant_id, organization_scope_id);

create table organization_applications (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  application_id varchar(21) not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, organization_id, application_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
create index organization_applications_by_application on organization_applications (tenant_id, application_id);

create table organization_application_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  application_id varchar(21) not null,
  organization_role_id varchar(21) not null,
  primary key (tenant_id, organization_id, application_id, organization_role_id),
  foreign key (tenant_id, organization_id, application_id) references organization_applications (tenant_id, organization_id, application_id) on delete cascade,
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade
);
create index organization_application_roles_by_role on organization_application_roles (tenant_id, organization_role_id);

create table organization_role_resource_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  organization_role_id varchar(21) not null,
  scope_id varchar(21) not null,
  primary key (tenant_id, organization_role_id, scope_id),
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scope_id) references scopes (tenant_id, id) on delete cascade
);
create index organization_role_resource_scopes_by_scope on organization_role_resource_scopes (tenant_id, scope_id);

create table sso_connectors (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(128) not null,
  provider_name varchar(128) not null,
  connector_name varchar(128) not null,
  -- JSON, sealed by the vault as a whole: which of its fields are secret depends on the provider.
  config text not null default '',
  domains jsonb not null default '[]',
  branding jsonb not null default '{}',
  sync_profile boolean not null default false,
  enable_token_storage boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index sso_connectors_name on sso_connectors (tenant_id, connector_name);
create index sso_connectors_by_domain on sso_connectors using gin (domains);

create table organization_jit_email_domains (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  email_domain varchar(128) not null,
  primary key (tenant_id, organization_id, email_domain),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade
);
create index organization_jit_email_domains_by_domain on organization_jit_email_domains (tenant_id, email_domain);

create table organization_jit_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  organization_role_id varchar(21) not null,
  primary key (tenant_id, organization_id, organization_role_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade
);

create table organization_jit_sso_connectors (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  sso_connector_id varchar(128) not null,
  primary key (tenant_id, organization_id, sso_connector_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index organization_jit_sso_connectors_by_connector on organization_jit_sso_connectors (tenant_id, sso_connector_id);

create table organization_invitations (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  -- Who invited, and who accepted: kept as they were, even when the person is gone.
  inviter_id varchar(12),
  invitee varchar(256) not null,
  accepted_user_id varchar(12),
  organization_id varchar(23) not null,
  status varchar(32) not null default 'Pending',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade
);
create index organization_invitations_by_organization on organization_invitations (tenant_id, organization_id, created_at desc);
create index organization_invitations_by_invitee on organization_invitations (tenant_id, lower(invitee));
-- Nobody is invited to the same organization twice at a time.
create unique index organization_invitations_pending on organization_invitations (tenant_id, organization_id, lower(invitee)) where status = 'Pending';

create table organization_invitation_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  invitation_id varchar(21) not null,
  organization_role_id varchar(21) not null,
  primary key (tenant_id, invitation_id, organization_role_id),
  foreign key (tenant_id, invitation_id) references organization_invitations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade
);

-- Messages to people: written with what caused them, delivered after commit.
create table messages (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id bigint not null generated always as identity,
  -- Email or Sms.
  channel varchar(16) not null,
  recipient varchar(256) not null,
  template_type varchar(64) not null,
  -- JSON, sealed by the vault: it can hold codes and links that let people in.
  payload text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts int not null default 0,
  error text,
  primary key (tenant_id, id)
);
create index messages_waiting on messages (id) where sent_at is null;

-- Applications: looks, what third parties may ask for, who may sign in.
alter table applications add column app_level_access_control_enabled boolean not null default false;

create table application_sign_in_experiences (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  color jsonb not null default '{}',
  branding jsonb not null default '{}',
  custom_css text,
  terms_of_use_url varchar(2048),
  privacy_policy_url varchar(2048),
  display_name varchar(256),
  primary key (tenant_id, application_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);

-- The most that a third-party application can ask its users for, in four kinds.
create table application_consent_organization_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  organization_scope_id varchar(21) not null,
  primary key (tenant_id, application_id, organization_scope_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_scope_id) references organization_scopes (tenant_id, id) on delete cascade
);

create table application_consent_resource_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  scope_id varchar(21) not null,
  primary key (tenant_id, application_id, scope_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scope_id) references scopes (tenant_id, id) on delete cascade
);

create table application_consent_organization_resource_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  scope_id varchar(21) not null,
  primary key (tenant_id, application_id, scope_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scope_id) references scopes (tenant_id, id) on delete cascade
);

create table application_consent_user_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  user_scope varchar(64) not null,
  primary key (tenant_id, application_id, user_scope),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);

-- The organizations that a user lets a third-party application see; gone with the membership.
create table application_consent_organizations (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  user_id varchar(12) not null,
  organization_id varchar(23) not null,
  primary key (tenant_id, application_id, user_id, organization_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_id, user_id) references organization_users (tenant_id, organization_id, user_id) on delete cascade
);
create index application_consent_organizations_by_member on application_consent_organizations (tenant_id, organization_id, user_id);

-- Who may sign in to an application that has its access controlled, in four kinds.
create table application_access_users (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  user_id varchar(12) not null,
  primary key (tenant_id, application_id, user_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index application_access_users_by_user on application_access_users (tenant_id, user_id);

create table application_access_user_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  role_id varchar(21) not null,
  primary key (tenant_id, application_id, role_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);

create table application_access_organizations (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  organization_id varchar(23) not null,
  primary key (tenant_id, application_id, organization_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade
);

create table application_access_organization_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  organization_id varchar(23) not null,
  organization_role_id varchar(21) not null,
  primary key (tenant_id, application_id, organization_id, organization_role_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade
);

create table saml_application_configs (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  attribute_mapping jsonb not null default '{}',
  entity_id varchar(128),
  acs_url jsonb,
  encryption jsonb,
  name_id_format varchar(128) not null default 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  primary key (tenant_id, application_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
create unique index saml_application_configs_entity on saml_application_configs (tenant_id, entity_id);

create table saml_application_secrets (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  application_id varchar(21) not null,
  -- PEM, sealed by the vault.
  private_key text not null,
  certificate text not null,
  active boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
create unique index saml_application_secrets_one_active on saml_application_secrets (tenant_id, application_id) where active;
create index saml_application_secrets_by_application on saml_application_secrets (tenant_id, application_id);

-- Plugs to the outside.
create table connectors (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(128) not null,
  connector_id varchar(128) not null,
  -- JSON, sealed by the vault as a whole: which of its fields are secret depends on the factory.
  config text not null default '',
  metadata jsonb not null default '{}',
  sync_profile boolean not null default false,
  enable_token_storage boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

create table hooks (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(256) not null default '',
  event varchar(128),
  events jsonb not null default '[]',
  config jsonb not null,
  -- Sealed by the vault.
  signing_key text not null default '',
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index hooks_by_age on hooks (tenant_id, created_at desc, id);
create index logs_by_hook on logs (tenant_id, (payload ->> 'hookId'), created_at desc) where key like 'TriggerHook.%';

create table domains (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  domain varchar(256) not null,
  status varchar(32) not null default 'PendingVerification',
  error_message varchar(1024),
  dns_records jsonb not null default '[]',
  cloudflare_data jsonb,
  verification_files jsonb not null default '[]',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
-- One tenant for each host, so that a request finds its tenant.
create unique index domains_host on domains (lower(domain));

-- What the sign-in pages show and ask.
create table custom_phrases (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  language_tag varchar(16) not null,
  translation jsonb not null,
  primary key (tenant_id, id)
);
create unique index custom_phrases_language on custom_phrases (tenant_id, language_tag);

create table custom_profile_fields (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null,
  type varchar(32) not null,
  label varchar(128),
  description varchar(256),
  required boolean not null default false,
  config jsonb not null default '{}',
  created_at timestamptz not null default now(),
  sie_order int not null default 0,
  primary key (tenant_id, id)
);
create unique index custom_profile_fields_name on custom_profile_fields (tenant_id, name);

create table email_templates (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  language_tag varchar(16) not null,
  template_type varchar(64) not null,
  details jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index email_templates_use on email_templates (tenant_id, language_tag, template_type);

create table captcha_providers (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  config jsonb not null,
  -- Sealed by the vault.
  secret_key text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

create table account_centers (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null default 'default',
  enabled boolean not null default false,
  fields jsonb not null default '{}',
  webauthn_related_origins jsonb not null default '[]',
  delete_account_url varchar(2048),
  custom_css text,
  profile_fields jsonb not null default '[]',
  primary key (tenant_id, id)
);

-- Tokens that let somebody in once, and what was got from others on behalf of users.
create table one_time_tokens (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  email varchar(128) not null,
  -- Found by its hash, shown from under the seal.
  token_hash varchar(64) not null,
  token text not null,
  context jsonb not null default '{}',
  status varchar(32) not null default 'active',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index one_time_tokens_hash on one_time_tokens (tenant_id, token_hash);
create index one_time_tokens_by_age on one_time_tokens (tenant_id, created_at desc, id);
create index one_time_tokens_by_email on one_time_tokens (tenant_id, lower(email), created_at desc);

create table subject_tokens (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  -- SHA-256 of the token, in hex.
  token_hash varchar(64) not null,
  user_id varchar(12) not null,
  context jsonb not null default '{}',
  -- The application or user that asked for it.
  creator_id varchar(21) not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index subject_tokens_by_user on subject_tokens (tenant_id, user_id);
create index subject_tokens_expired on subject_tokens (expires_at);

create table secrets (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  user_id varchar(12) not null,
  type varchar(64) not null default 'federated_token_set',
  -- The token set as JSON, sealed by the vault.
  value text not null,
  metadata jsonb not null default '{}',
  -- Either a social connector with its target, or an enterprise connector with its issuer.
  connector_id varchar(128),
  target varchar(256),
  sso_connector_id varchar(128),
  issuer varchar(256),
  identity_id varchar(128) not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connector_id) references connectors (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index secrets_by_user on secrets (tenant_id, user_id);
create index secrets_by_connector on secrets (tenant_id, connector_id);
create index secrets_by_sso_connector on secrets (tenant_id, sso_connector_id);
