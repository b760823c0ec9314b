-- The planner keeps frequent values of a column, and goes on keeping them when a table has become empty. Columns that hold
-- people for a short time get none: their rows are found by keys. Giving a column its own type again drops the old ones.
do $$
declare personal record;
begin
  for personal in
    select c.relname as name, a.attname as field, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and (c.relname, a.attname) in (
      ('messages', 'recipient'), ('one_time_tokens', 'email'), ('one_time_tokens', 'context'),
      ('organization_invitations', 'invitee'), ('passcodes', 'identifier_value'),
      ('personal_access_tokens', 'name'), ('secrets', 'identity_id'), ('secrets', 'metadata'),
      ('user_sso_identities', 'identity_id'), ('user_sso_identities', 'detail'),
      ('verification_records', 'identifier_value'), ('verification_records', 'data'))
  loop
    execute format('alter table %I alter column %I type %s', personal.name, personal.field, personal.type);
    execute format('alter table %I alter column %I set statistics 0', personal.name, personal.field);
  end loop;
  -- Indexes of expressions keep statistics of their own.
  for personal in
    select c.relname as name, a.attnum as place
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_attribute a on a.attrelid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and i.indkey[a.attnum - 1] = 0
      and i.indrelid in ('messages'::regclass, 'one_time_tokens'::regclass, 'organization_invitations'::regclass,
        'passcodes'::regclass, 'personal_access_tokens'::regclass, 'secrets'::regclass,
        'user_sso_identities'::regclass, 'verification_records'::regclass)
  loop
    execute format('alter index %I alter column %s set statistics 0', personal.name, personal.place);
  end loop;
end $$;
