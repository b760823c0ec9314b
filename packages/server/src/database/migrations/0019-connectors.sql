-- The connector that sends the message; without one it is kept, or it is our own mail.
alter table messages add column connector_id varchar(128);
create index messages_to_send on messages (attempts, id) where connector_id is not null and sent_at is null and error is null;
