-- Where a canceled checkout leads back to. Null: begun by an earlier version.
alter table checkout_sessions add column cancel_url text;
