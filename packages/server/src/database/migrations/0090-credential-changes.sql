-- When the password or a factor last changed, and in which session: sessions and tokens from before are over.
alter table users
  add column credentials_changed_at timestamptz,
  add column credentials_changed_in varchar(64);
