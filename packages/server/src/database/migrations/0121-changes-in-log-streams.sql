-- Whether a stream sends the changes of the configuration too, and how far in their chain it has come.
alter table log_streams add column include_changes boolean not null default false;
alter table log_stream_progress add column change_sequence bigint not null default 0;
