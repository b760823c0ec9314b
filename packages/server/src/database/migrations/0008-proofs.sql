-- What it takes to finish a verification: the challenge of a passkey and, once it was made, the passkey.
alter table verification_records add column data jsonb not null default '{}';
-- How many codes an address or a number got lately.
create index passcodes_by_recipient on passcodes (tenant_id, identifier_value, expires_at);
