-- How strongly a user must have signed in before a token holds the permission.
alter table scopes add column acr varchar(64);
