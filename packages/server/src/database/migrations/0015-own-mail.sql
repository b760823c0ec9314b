-- A message that could not be sent is tried again then.
alter table messages add column retry_at timestamptz;
