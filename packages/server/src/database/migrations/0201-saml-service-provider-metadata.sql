alter table saml_application_configs
  -- More addresses that take assertions, with the index by which requests name them.
  add column other_acs_urls jsonb not null default '[]',
  -- Where the metadata of the service provider is read from every day; null where it is not.
  add column metadata_url text,
  add column metadata_checked_at timestamptz,
  add column metadata_refreshed_at timestamptz,
  -- Why it could not be read the last time.
  add column metadata_error text;
