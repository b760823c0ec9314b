-- A mark of each secret that the last apply wrote, bound to the caller: a plan then shows that caller no change of it.
alter table bundle_objects add column secret_marks jsonb not null default '{}';
