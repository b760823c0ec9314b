-- The fewest days ahead that administrators were told of the end of our own certificates; null before the first time.
alter table saml_application_secrets add column told_days int;
alter table sso_connector_keys add column told_days int;
