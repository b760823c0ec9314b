-- When the account of a user who asked for its deletion is erased; null for everyone else.
alter table users add column deletion_due_at timestamptz;
create index users_deletion_due on users (deletion_due_at) where deletion_due_at is not null;

-- Whether users can download what is stored about them and delete their account, and how long they can change their mind.
alter table account_centers
  add column personal_data jsonb not null default '{"canExport": false, "canDelete": false, "graceDays": 14}';
