-- When a webhook was turned off because its receiver kept failing; null when people did so, or it is on.
alter table hooks add column turned_off_at timestamptz;
