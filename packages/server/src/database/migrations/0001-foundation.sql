-- Every table but `tenants` begins its key with tenant_id, which defaults to the tenant of the transaction.
-- Row-level security is not written here: tenant-wall.ts raises it on every table that has a tenant_id,
-- so that no later migration can forget it.

create table tenants (
  id varchar(21) not null primary key,
  name varchar(128) not null,
  tag varchar(64) not null default 'development',
  plan_id varchar(64) not null default 'free',
  region_name varchar(64) not null default 'EU',
  is_suspended boolean not null default false,
  created_at timestamptz not null default now()
);

create table applications (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(256) not null,
  -- Sealed by the vault, hence longer than the 64 characters that it holds.
  secret text not null default '',
  description text,
  type varchar(32) not null,
  oidc_client_metadata jsonb not null default '{"redirectUris": [], "postLogoutRedirectUris": []}',
  custom_client_metadata jsonb not null default '{}',
  protected_app_metadata jsonb,
  custom_data jsonb not null default '{}',
  is_third_party boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index applications_by_age on applications (tenant_id, created_at desc, id);
create unique index applications_protected_host on applications ((protected_app_metadata ->> 'host'));

create table application_secrets (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  name varchar(256) not null,
  -- Sealed by the vault.
  value text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (tenant_id, application_id, name),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);

create table resources (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(256) not null,
  indicator varchar(2048) not null,
  is_default boolean not null default false,
  access_token_ttl bigint not null default 3600,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index resources_indicator on resources (tenant_id, indicator);
create unique index resources_one_default on resources (tenant_id) where is_default;

create table scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  resource_id varchar(21) not null,
  name varchar(256) not null,
  description text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id) on delete cascade
);
create unique index scopes_name on scopes (tenant_id, resource_id, name);

create table roles (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null,
  description varchar(128) not null,
  type varchar(32) not null default 'User',
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index roles_name on roles (tenant_id, name);

create table roles_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  role_id varchar(21) not null,
  scope_id varchar(21) not null,
  primary key (tenant_id, role_id, scope_id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scope_id) references scopes (tenant_id, id) on delete cascade
);
create index roles_scopes_by_scope on roles_scopes (tenant_id, scope_id);

create table applications_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  application_id varchar(21) not null,
  role_id varchar(21) not null,
  primary key (tenant_id, application_id, role_id),
  foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);
create index applications_roles_by_role on applications_roles (tenant_id, role_id);

create table users (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(12) not null,
  username varchar(128),
  primary_email varchar(128),
  primary_phone varchar(128),
  name varchar(128),
  avatar varchar(2048),
  profile jsonb not null default '{}',
  identities jsonb not null default '{}',
  custom_data jsonb not null default '{}',
  mfa_verifications jsonb not null default '[]',
  mfa_config jsonb not null default '{}',
  password_encrypted varchar(256),
  password_encryption_method varchar(32),
  -- The application of the first sign-in; it may be gone since.
  application_id varchar(21),
  is_suspended boolean not null default false,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index users_username on users (tenant_id, username);
create unique index users_primary_email on users (tenant_id, lower(primary_email));
create unique index users_primary_phone on users (tenant_id, primary_phone);
create index users_by_age on users (tenant_id, created_at desc, id);

create table users_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  user_id varchar(12) not null,
  role_id varchar(21) not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);
create index users_roles_by_role on users_roles (tenant_id, role_id);

create table organizations (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  -- Two longer than other ids: the organization of a tenant's members is `t-` and the tenant's id.
  id varchar(23) not null,
  name varchar(128) not null,
  description varchar(256),
  custom_data jsonb not null default '{}',
  is_mfa_required boolean not null default false,
  color jsonb not null default '{}',
  branding jsonb not null default '{}',
  custom_css text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index organizations_by_age on organizations (tenant_id, created_at desc, id);

create table organization_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null,
  description varchar(256),
  type varchar(32) not null default 'User',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index organization_roles_name on organization_roles (tenant_id, name);

create table organization_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null,
  description varchar(256),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index organization_scopes_name on organization_scopes (tenant_id, name);

create table organization_role_scopes (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  organization_role_id varchar(21) not null,
  organization_scope_id varchar(21) not null,
  primary key (tenant_id, organization_role_id, organization_scope_id),
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade,
  foreign key (tenant_id, organization_scope_id) references organization_scopes (tenant_id, id) on delete cascade
);

create table organization_users (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  user_id varchar(12) not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, organization_id, user_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index organization_users_by_user on organization_users (tenant_id, user_id);

create table organization_user_roles (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  organization_id varchar(23) not null,
  user_id varchar(12) not null,
  organization_role_id varchar(21) not null,
  primary key (tenant_id, organization_id, user_id, organization_role_id),
  foreign key (tenant_id, organization_id, user_id) references organization_users (tenant_id, organization_id, user_id) on delete cascade,
  foreign key (tenant_id, organization_role_id) references organization_roles (tenant_id, id) on delete cascade
);
create index organization_user_roles_by_role on organization_user_roles (tenant_id, organization_role_id);

create table oidc_model_instances (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  model_name varchar(64) not null,
  id varchar(128) not null,
  payload jsonb not null,
  expires_at timestamptz,
  consumed_at timestamptz,
  uid varchar(128) generated always as (payload ->> 'uid') stored,
  user_code varchar(128) generated always as (payload ->> 'userCode') stored,
  grant_id varchar(128) generated always as (payload ->> 'grantId') stored,
  primary key (tenant_id, model_name, id)
);
create index oidc_model_instances_by_uid on oidc_model_instances (tenant_id, model_name, uid) where uid is not null;
create index oidc_model_instances_by_user_code on oidc_model_instances (tenant_id, model_name, user_code) where user_code is not null;
create index oidc_model_instances_by_grant on oidc_model_instances (tenant_id, model_name, grant_id) where grant_id is not null;
create index oidc_model_instances_expired on oidc_model_instances (expires_at);

create table configs (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  key varchar(256) not null,
  value jsonb not null,
  primary key (tenant_id, key)
);

create table sign_in_experiences (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null default 'default',
  color jsonb not null default '{"primaryColor": "#6139F6", "isDarkModeEnabled": false, "darkPrimaryColor": "#8768F8"}',
  branding jsonb not null default '{}',
  language_info jsonb not null default '{"autoDetect": true, "fallbackLanguage": "en"}',
  terms_of_use_url varchar(2048),
  privacy_policy_url varchar(2048),
  agree_to_terms_policy varchar(32) not null default 'Automatic',
  sign_in jsonb not null default '{"methods": [{"identifier": "username", "password": true, "verificationCode": false, "isPasswordPrimary": true}]}',
  sign_up jsonb not null default '{"identifiers": ["username"], "password": true, "verify": false}',
  social_sign_in jsonb not null default '{}',
  social_sign_in_connector_targets jsonb not null default '[]',
  sign_in_mode varchar(32) not null default 'SignInAndRegister',
  custom_css text,
  custom_content jsonb not null default '{}',
  custom_ui_assets jsonb,
  password_policy jsonb not null default '{}',
  mfa jsonb not null default '{"factors": [], "policy": "UserControlled"}',
  single_sign_on_enabled boolean not null default false,
  support_email varchar(256),
  support_website_url varchar(2048),
  unknown_session_redirect_url varchar(2048),
  captcha_policy jsonb not null default '{}',
  sentinel_policy jsonb not null default '{}',
  email_blocklist_policy jsonb not null default '{}',
  forgot_password_methods jsonb,
  primary key (tenant_id, id)
);

-- One row for each write that changed configuration: who, through what, which object, before and after.
create table changes (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  actor jsonb not null,
  via jsonb not null,
  request_id varchar(64) not null,
  object_kind varchar(64) not null,
  object_id varchar(256) not null,
  object_name text,
  entries jsonb not null,
  -- The change that this one undid.
  reverts varchar(21),
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);
create index changes_by_age on changes (tenant_id, created_at desc, id);
create index changes_by_object on changes (tenant_id, object_kind, object_id, created_at desc);
create index changes_by_actor on changes (tenant_id, (actor ->> 'id'), created_at desc);

-- The outbox of webhook events: written with the change that caused them, delivered after commit.
create table events (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id bigint not null generated always as identity,
  event varchar(128) not null,
  data jsonb not null,
  origin jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index events_by_age on events (id);

create table logs (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  key varchar(128) not null,
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index logs_by_age on logs (tenant_id, created_at desc, id);
create index logs_by_key on logs (tenant_id, key, created_at desc);
create index logs_by_user on logs (tenant_id, (payload ->> 'userId'), created_at desc);
create index logs_by_application on logs (tenant_id, (payload ->> 'applicationId'), created_at desc);

create table sentinel_activities (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  target_type varchar(32) not null,
  target_hash varchar(64) not null,
  action varchar(64) not null,
  action_result varchar(32) not null,
  payload jsonb not null default '{}',
  decision varchar(32) not null default 'Undecided',
  decision_expires_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);
create index sentinel_activities_by_target on sentinel_activities (tenant_id, target_type, target_hash, action, created_at desc);

create table daily_active_users (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  date date not null,
  user_id varchar(12) not null,
  primary key (tenant_id, date, user_id)
);

create table daily_token_usage (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  date date not null,
  user_tokens bigint not null default 0,
  machine_tokens bigint not null default 0,
  primary key (tenant_id, date)
);
