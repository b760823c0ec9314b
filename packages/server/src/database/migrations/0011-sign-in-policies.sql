-- How people may sign in beside passwords and codes, and what their codes, passwords and usernames must be like.
alter table sign_in_experiences
  add column passkey_sign_in jsonb not null default '{}',
  add column verification_code_policy jsonb not null default '{}',
  add column password_expiration jsonb not null default '{"enabled": false, "validPeriodDays": 90}',
  add column username_policy jsonb not null default
    '{"caseSensitive": true, "minLength": 1, "maxLength": 128, "allowedChars": {"lowercase": true, "uppercase": true, "numbers": true, "underscore": true}}',
  -- Null: every field that there is, in its order.
  add column sign_up_profile_fields jsonb;

-- Null: as long as anybody remembers. What an administrator calls expired is, whatever its age.
alter table users
  add column password_changed_at timestamptz,
  add column is_password_expired boolean not null default false;

-- Where case does not count, a username is looked up without it.
create index users_username_lower on users (tenant_id, lower(username)) where username is not null;
