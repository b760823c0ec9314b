-- As 0122 for a column that came later: the planner would keep the names of people after the rows are gone. Giving the
-- column another type drops what it has kept.
alter table saml_sessions alter column name_id type text;
alter table saml_sessions alter column name_id set statistics 0;
