-- What a code was sent for: one that is checked by its recipient alone must not be one that signs somebody in.
alter table passcodes add column template_type varchar(32);
