-- As 0122 for columns that came later: the planner would keep what SAML said of people after its rows are gone. Giving a
-- column its own type again drops what it has kept.
do $$
declare personal record;
begin
  for personal in
    select c.relname as name, a.attname as field, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and (c.relname, a.attname) in (
      ('saml_sessions', 'name_id'), ('saml_logouts', 'state'), ('sso_assertions', 'account'),
      ('sso_assertions', 'session'))
  loop
    execute format('alter table %I alter column %I type %s', personal.name, personal.field, personal.type);
    execute format('alter table %I alter column %I set statistics 0', personal.name, personal.field);
  end loop;
end $$;
